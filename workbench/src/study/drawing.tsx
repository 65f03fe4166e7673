// A picture that the server drew, with a name for people who do not see it.

import type { JSX } from "preact";

interface Props {
  svg: string;
  label: string;
  small?: boolean;
  onClick?: (event: JSX.TargetedMouseEvent<HTMLDivElement>) => void;
}

export function Drawing({ svg, label, small, onClick }: Props) {
  const named = svg.replace(/ role="img"/, "").replace(/^<svg /, '<svg aria-hidden="true" ');
  return <div class={small ? "drawing small" : "drawing"} role="img" aria-label={label} onClick={onClick} dangerouslySetInnerHTML={{ __html: named }} />;
}
