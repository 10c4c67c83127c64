/* The settings on the account page: one control each, taking effect at once. */
import { h, icon, type Child } from "../dom.js";
import { KEYS } from "../keys.js";
import { change, defaults, ownKey, settings, ASKED, SOUNDS, WINDOWS, PAIRS, RECAPS, type Asked, type Settings, type SoundName, type WindowKind } from "../settings.js";
import { sound } from "../sound.js";
import { fill } from "./common.js";

const SOUND_WORDS: Record<SoundName, string> = {
  decision: "your decision", answered: "answered", refused: "refused", reveal: "a card is revealed", hit: "a hit", solved: "a mission is completed", message: "a message",
};
const WINDOW_WORDS: Record<WindowKind, string> = {
  play: "a card is played", attempt: "a mission attempt", dilemma: "a dilemma", harm: "somebody is stopped or killed", turn: "a turn starts or ends", other: "anything else",
};
const ASKED_WORDS: Record<Asked, string> = { always: "always ask", able: "when I can answer", never: "never ask" };
const RECAP_WORDS: Record<Settings["recap"], string> = { step: "step by step", slow: "slowly", quick: "quickly", off: "not shown" };
const PAIR_WORDS: Record<(typeof PAIRS)[number], string> = { "amber-ice": "amber and ice", "yellow-violet": "yellow and violet", "cream-blue": "cream and blue", "orange-teal": "orange and teal" };

export function likes(): HTMLElement {
  const place = h("div", { class: "likes" });
  const draw = (): void => {
    const focus = document.activeElement?.id;
    fill(place, sounds(draw), sight(draw), play(draw), keys(draw), h("p", { class: "acts" }, h("button", { type: "button", id: "set-reset", class: "pill ghost", onclick: () => { change(defaults()); draw(); } }, icon("undo"), "All as at first"),
      h("span", { class: "mut" }, "Kept in this browser.")));
    if (focus) document.getElementById(focus)?.focus();
  };
  draw();
  return place;
}

function section(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "panel" }, h("h2", null, title), children);
}

function tick(id: string, words: string, on: boolean, set: (on: boolean) => void): HTMLElement {
  const box = h("input", { type: "checkbox", id, checked: on, onchange: (event: Event) => set((event.target as HTMLInputElement).checked) });
  return h("label", { class: "tickline", for: id }, box, h("span", null, words));
}

function choose<T extends string | number>(id: string, label: string, options: readonly [T, Child][], value: T, set: (value: T) => void): HTMLElement {
  return h("fieldset", { class: "choose" }, h("legend", { class: "lab" }, label), h("div", { class: "sg" }, options.map(([key, words]) => h("button", { type: "button", id: `${id}-${key}`, class: key === value ? "on" : "", "aria-pressed": key === value ? "true" : "false", onclick: () => set(key) }, words))));
}

const set = (draw: () => void, some: Partial<Settings>): void => {
  change(some);
  draw();
};

function sounds(draw: () => void): HTMLElement {
  const s = settings();
  const volume = (value: Settings["volume"]): void => {
    set(draw, { volume: value });
    sound("decision");
  };
  return section("Sound", choose("set-volume", "Volume", [[0, "off"], [1, "soft"], [2, "middle"], [3, "full"]], s.volume, volume),
    h("div", { class: "ticks" }, SOUNDS.map((name) => tick(`set-sound-${name}`, SOUND_WORDS[name], s.sounds[name], (on) => {
      set(draw, { sounds: { ...s.sounds, [name]: on } });
      if (on) sound(name);
    }))), tick("set-notify", "Tell me by a notification when a decision waits and this tab is behind others", s.notify, (on) => void notify(draw, on)),
    h("p", { class: "mut" }, "Nothing sounds before your first click. Whatever sounds is to be seen as well."));
}

/* The browser asks the player; a no stands. */
async function notify(draw: () => void, on: boolean): Promise<void> {
  const may = on && typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
  set(draw, { notify: may });
}

function swatch(pair: (typeof PAIRS)[number]): Child {
  return [h("i", { class: `sw-you p-${pair}`, "aria-hidden": "true" }), h("i", { class: `sw-opp p-${pair}`, "aria-hidden": "true" }), h("span", null, PAIR_WORDS[pair])];
}

function sight(draw: () => void): HTMLElement {
  const s = settings();
  return section("Sight and motion", choose("set-size", "Text size", [[100, "100 %"], [115, "115 %"], [130, "130 %"]], s.size, (size) => set(draw, { size })),
    choose("set-pair", "You and your opponent", PAIRS.map((pair) => [pair, swatch(pair)] as const), s.pair, (pair) => set(draw, { pair })),
    choose("set-motion", "Motion", [["system", "as the system says"], ["less", "none"]], s.motion, (motion) => set(draw, { motion })),
    tick("set-contrast", "High contrast", s.contrast, (contrast) => set(draw, { contrast })),
    tick("set-marks", "Three letters beside every affiliation symbol", s.marks, (marks) => set(draw, { marks })));
}

function play(draw: () => void): HTMLElement {
  const s = settings();
  return section("At the table", choose("set-recap", "What happened between your decisions, card by card", RECAPS.map((value) => [value, RECAP_WORDS[value]] as const), s.recap, (recap) => set(draw, { recap })), tick("set-confirm", "Ask once before something that cannot be taken back", s.confirm, (confirm) => set(draw, { confirm })),
    h("h3", { class: "lab" }, "When I could respond to…"),
    h("div", { class: "windows" }, WINDOWS.map((kind) => h("div", { class: "window" }, h("span", { id: `set-window-${kind}-words` }, WINDOW_WORDS[kind]),
      h("div", { class: "sg", role: "group", "aria-labelledby": `set-window-${kind}-words` }, ASKED.map((value) => h("button", { type: "button", id: `set-window-${kind}-${value}`, class: s.windows[kind] === value ? "on" : "", "aria-pressed": s.windows[kind] === value ? "true" : "false",
        onclick: () => set(draw, { windows: { ...s.windows, [kind]: value } }) }, ASKED_WORDS[value])))))),
    h("p", { class: "mut" }, "Your opponent learns nothing of these settings: a moment lasts as long either way. Against the computer, always counts from the next game on."));
}

/* The letters of the keyboard map, one row for each. */
function letters(): [string, string][] {
  return KEYS.flatMap(([key, words]) => key.split(", ").filter((part) => /^[A-Z]$/.test(part)).map((part): [string, string] => [part, key.includes(", ") ? (part === "Y" ? "yes" : part === "N" ? "no" : words) : words]));
}

function keys(draw: () => void): HTMLElement {
  const s = settings(), said = h("p", { class: "said no", role: "alert" });
  const row = ([usual, words]: [string, string]): HTMLElement => {
    const box = h("input", { type: "text", id: `set-key-${usual}`, class: "field key", maxlength: "1", value: ownKey(usual), autocomplete: "off", "aria-label": `Key for: ${words}` }) as HTMLInputElement;
    box.addEventListener("focus", () => box.select());
    box.addEventListener("change", () => {
      const own = box.value.toLowerCase(), taken = letters().find(([other]) => other !== usual && ownKey(other).toLowerCase() === own);
      if (!/^[a-z]$/.test(own) || taken) {
        box.value = ownKey(usual);
        return fill(said, taken ? `${own.toUpperCase()} already means: ${taken[1]}.` : "A key is one letter.");
      }
      const rest = Object.fromEntries(Object.entries(s.keys).filter(([key]) => key !== usual.toLowerCase()));
      set(draw, { keys: own === usual.toLowerCase() ? rest : { ...rest, [usual.toLowerCase()]: own } });
    });
    return h("label", { class: "keyline" }, box, h("span", null, words));
  };
  return section("Keys", tick("set-letters", "Single letters and digits act; otherwise only together with Alt", s.letters, (on) => set(draw, { letters: on })), h("div", { class: "keylines" }, letters().map(row)), said);
}
