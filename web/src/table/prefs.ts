/* The settings that the table heeds.  One door: whoever writes them, they are read here. */

interface Settings {
  confirm?: boolean; /* ask before orders end while something can still be done */
  letters?: boolean; /* single-key shortcuts */
}

function settings(): Settings {
  try {
    return (JSON.parse(localStorage.getItem("spaceline.settings") ?? "{}") ?? {}) as Settings;
  } catch {
    return {};
  }
}

export function confirms(): boolean {
  return settings().confirm !== false;
}

export function letters(): boolean {
  return settings().letters !== false;
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
