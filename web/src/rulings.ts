/* The dated rulings and the numbered rules: all of them fetched once and kept for the life of the page, or one by its id. */
import { api, once } from "./api.js";
import type { Rule, Ruling } from "./pages/rulingtext.js";

export interface Rulebook {
  rulings: Ruling[];
  rules: Rule[];
}

export const rulebook = once(() => api.get<Rulebook>("/api/rulings"));

const kept = new Map<string, Promise<Rulebook>>();

/** The ruling or the rule of this id alone. */
export function ruleOf(id: string): Promise<Rulebook> {
  const known = kept.get(id) ?? api.get<Rulebook>(`/api/rulings?id=${encodeURIComponent(id)}`);
  kept.set(id, known);
  known.catch(() => kept.delete(id));
  return known;
}
