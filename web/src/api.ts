/* Documents over HTTP: JSON in, JSON out.  A refused request fails with the server's own sentence.
 * The session is a cookie that script cannot read; session() makes a guest's once and remembers the name. */

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? undefined : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error("The server does not answer. Is it running?");
  }
  const text = await answer.text();
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  let value: unknown = text;
  if (isJson && text) {
    try {
      value = JSON.parse(text);
    } catch {
      throw new Error("The server's answer could not be read.");
    }
  }
  if (!answer.ok) {
    const said = isJson ? (value as { text?: string }).text : "";
    throw new Error(said || `The server refused this (${answer.status}).`);
  }
  return value as T;
}

export const api = {
  get: <T = any>(path: string): Promise<T> => request<T>("GET", path),
  post: <T = any>(path: string, body?: unknown): Promise<T> => request<T>("POST", path, body),
  del: <T = any>(path: string): Promise<T> => request<T>("DELETE", path),
};

/** Something that is asked for once and kept.  A failure is forgotten, so that the next call asks again. */
export function once<T>(get: () => Promise<T>): { (): Promise<T>; forget(): void } {
  let kept: Promise<T> | null = null;
  const forget = (): void => { kept = null; };
  const ask = (): Promise<T> => (kept ??= get().catch((error) => {
    forget();
    throw error;
  }));
  return Object.assign(ask, { forget });
}

export interface Session {
  name: string;
  guest: boolean;
  director?: boolean;
}

/** Who we are; to be forgotten by whoever signs in or out. */
export const session = once(() => api.post<Session>("/api/session"));
