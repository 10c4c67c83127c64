/* Documents over HTTP: JSON in, JSON out.  A refused request becomes an ApiError with the server's own sentence.
 * The session is a cookie that script cannot read; session() makes a guest's once and remembers the name. */

export class ApiError extends Error {
  constructor(readonly status: number, readonly code: string, text: string) {
    super(text);
  }
}

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
    throw new ApiError(0, "offline", "The server does not answer. Is it running?");
  }
  const text = await answer.text();
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  let value: unknown = text;
  if (isJson && text) {
    try {
      value = JSON.parse(text);
    } catch {
      throw new ApiError(answer.status, "bad-answer", "The server's answer could not be read.");
    }
  }
  if (!answer.ok) {
    const e = (isJson ? value : {}) as { code?: string; text?: string; error?: string };
    throw new ApiError(answer.status, e.code ?? e.error ?? "refused", e.text ?? e.error ?? `The server refused this (${answer.status}).`);
  }
  return value as T;
}

export const api = {
  get: <T = any>(path: string): Promise<T> => request<T>("GET", path),
  post: <T = any>(path: string, body?: unknown): Promise<T> => request<T>("POST", path, body),
  del: <T = any>(path: string): Promise<T> => request<T>("DELETE", path),
};

export interface Session {
  name: string;
  guest: boolean;
}

let current: Promise<Session> | null = null;

/** Who we are; asks the server once.  renew after signing in or out. */
export function session(): Promise<Session> {
  current ??= api.post<Session>("/api/session").catch((e) => {
    current = null;
    throw e;
  });
  return current;
}

export function renewSession(): Promise<Session> {
  current = null;
  return session();
}
