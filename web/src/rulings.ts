/* The dated rulings and the printed rules that are given as reasons: fetched once, kept for the life of the page. */
import { api, once } from "./api.js";
import type { Rule, Ruling } from "./pages/rulingtext.js";

export const rulebook = once(() => api.get<{ rulings: Ruling[]; rules: Rule[] }>("/api/rulings"));
