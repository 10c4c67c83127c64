/* Who is at this browser: a guest from the first visit, an account when there is a reason to have one. */

import { api, session, type Session } from "../api.js";
import { h } from "../dom.js";
import { revisit } from "../visit.js";
import { fill, load, reason } from "./common.js";
import { likes } from "./likes.js";

export function render(root: HTMLElement, _path: string): () => void {
  const place = h("div", { class: "forms" });
  root.append(h("div", { class: "leaf" }, h("h1", {}, "Account and settings"), place, likes()));
  load(place, session, (who) => draw(place, who, again));
  return () => root.replaceChildren();
}

/* The name stands in the frame as well, so the whole page is drawn anew. */
function again(): void {
  session.forget();
  session().catch(() => undefined).finally(revisit);
}

function draw(place: HTMLElement, who: Session, done: () => void): void {
  if (!who.guest) {
    const out = h("button", { type: "button", class: "pill on", onclick: () => void api.post("/api/logout", {}).then(done, done) }, "Sign out");
    fill(place, h("section", { class: "panel" }, h("h2", {}, who.name), h("p", {}, "Your decks and games are kept under this name."), out));
    return;
  }
  fill(place,
    h("p", { class: "lead" }, "You play as a guest; nothing more is needed. An account keeps your decks and games when you come back from another browser."),
    form("Make an account", "/api/register", "new-password", "Make it", done),
    form("Sign in", "/api/login", "current-password", "Sign in", done));
}

function form(title: string, path: string, autocomplete: string, action: string, done: () => void): HTMLElement {
  const id = path.replace(/\W+/g, "-");
  const name = h("input", { id: `${id}-name`, class: "field", type: "text", autocomplete: "username", required: "", maxlength: "40" }) as HTMLInputElement;
  const password = h("input", { id: `${id}-password`, class: "field", type: "password", autocomplete, required: "", minlength: "8", maxlength: "128" }) as HTMLInputElement;
  const said = h("p", { class: "said", role: "alert" });
  const submit = (event: Event): void => {
    event.preventDefault();
    fill(said);
    api.post(path, { name: name.value.trim(), password: password.value }).then(done, (error: unknown) => {
      said.className = "said no";
      fill(said, reason(error));
    });
  };
  return h("form", { class: "panel", onsubmit: submit }, h("h2", {}, title),
    h("label", { for: name.id, class: "lab" }, "Name"), name,
    h("label", { for: password.id, class: "lab" }, "Password, eight characters or more"), password,
    h("button", { type: "submit", class: "pill on" }, action), said);
}
