/* Moving about the site by program.  The router (main.ts) listens to popstate, which a browser sends for back and forward only. */

/** Draws the page of the address anew. */
export function revisit(): void {
  dispatchEvent(new PopStateEvent("popstate"));
}

export function visit(to: string): void {
  history.pushState(null, "", to);
  revisit();
}
