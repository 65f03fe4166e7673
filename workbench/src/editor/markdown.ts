// The little Markdown that the language service writes: paragraphs, lists, code, bold; everything else is text.

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);

const inline = (text: string): string =>
  escape(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");

/** Markdown as HTML, in which no sign of the text can become a tag. */
export function html(markdown: string): string {
  const parts: string[] = [];
  for (const block of markdown.split(/(```[^\n]*\n[\s\S]*?\n```)/)) {
    const code = /^```[^\n]*\n([\s\S]*)\n```$/.exec(block);
    if (code) {
      parts.push(`<pre>${escape(code[1] ?? "")}</pre>`);
      continue;
    }
    for (const paragraph of block.split(/\n{2,}/).map((each) => each.trim()).filter(Boolean)) {
      const lines = paragraph.split("\n");
      if (lines.every((line) => line.startsWith("- ")))
        parts.push(`<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join("")}</ul>`);
      else parts.push(`<p>${lines.map(inline).join("<br>")}</p>`);
    }
  }
  return parts.join("");
}
