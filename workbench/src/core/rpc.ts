// Requests to the server: methods by name, answered once (`call`) or by events (`stream`).

export interface Problem {
  message: string;
  remedy?: string | undefined;
  busy?: boolean;
}

/** What the server answered instead of a result. */
export class RequestError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
    this.name = "RequestError";
  }
}

export type Params = Record<string, unknown>;

const AGAIN = new Set(["Busy", "Unfinished"]); // the kinds of errors after which a question is asked again
const BUSY = 429; // the status of a request that nothing was done for yet
const [TIMES, PAUSE] = [4, 1000]; // how often a busy server is asked again, and after how many milliseconds

/** Ask for the result of a method; a server that is busy is asked again. */
export async function call<T>(method: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  for (let times = 0; ; times++) {
    const reply = await post(method, params, signal);
    if (reply.status === BUSY && times < TIMES) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      signal?.throwIfAborted();
      continue;
    }
    const body = (await reply.json().catch(() => null)) as { error?: unknown } | T | null;
    if (!reply.ok || body === null) throw problemOf(body, reply.status);
    return body as T;
  }
}

/** Ask for work that tells how it goes on: each event as it comes, then the result. */
export async function stream<T, R = T>(
  method: string,
  params: Params,
  onEvent: (event: T) => void,
  signal?: AbortSignal,
): Promise<R | null> {
  const reply = await post(method, params, signal);
  if (!reply.ok || !reply.body) throw problemOf(await reply.json().catch(() => null), reply.status);
  for await (const line of lines(reply.body)) {
    const told = JSON.parse(line) as { event?: T; result?: R | null; error?: unknown };
    if (told.error) throw problemOf(told, reply.status);
    if (told.result !== undefined) return told.result;
    if (told.event !== undefined) onEvent(told.event);
  }
  throw new RequestError({ message: "the server does not answer", busy: true });
}

async function post(method: string, params: Params, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/api/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(params),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError({ message: "the server does not answer", busy: true });
  }
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (parts.pop() ?? "");
    for (const part of parts) if (part) yield part;
    if (done) return;
  }
}

function problemOf(body: unknown, status: number): RequestError {
  const error = body && typeof body === "object" && "error" in body ? body.error : null;
  const kind = error && typeof error === "object" && "kind" in error ? error.kind : "";
  const busy = status === 429 || status === 503 || AGAIN.has(String(kind));
  if (typeof error === "string") {
    const [message = "", ...more] = error.replace(/^error: /, "").split("\n");
    const help = more.find((line) => line.startsWith("help: "));
    return new RequestError({ message, remedy: help?.slice(6), busy });
  }
  if (error && typeof error === "object" && "message" in error) return new RequestError({ ...(error as Problem), busy });
  return new RequestError({ message: `the server answered ${status}`, busy });
}
