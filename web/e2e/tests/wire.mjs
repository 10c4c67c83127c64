/* What goes over the wire: as it is received, packed, not as it lies on the disk. */
import { check, leave, newGame, server, settled, visitor } from "../harness.mjs";

const MOST = 250000;

/* Counts the bytes that arrive for each answer from now on. */
async function received(page) {
  const wire = await page.context().newCDPSession(page), urls = new Map(), got = [];
  await wire.send("Network.enable");
  await wire.send("Network.setCacheDisabled", { cacheDisabled: true });
  wire.on("Network.responseReceived", (e) => urls.set(e.requestId, { url: e.response.url.slice(server.base.length), coding: e.response.headers["content-encoding"] ?? "" }));
  wire.on("Network.loadingFinished", (e) => urls.has(e.requestId) && got.push({ ...urls.get(e.requestId), bytes: e.encodedDataLength }));
  return got;
}

export default [
  ["wire: a first visit to home and to a table stays within 250 kB as received", async () => {
    const page = await visitor(), got = await received(page);
    await page.goto(server.base);
    await settled(page);
    const sum = () => got.reduce((n, one) => n + one.bytes, 0), home = sum();
    check(home > 50000 && home <= MOST, `home takes ${home} bytes: ${JSON.stringify(got)}`);
    for (const name of ["/app.js", "/app.css", "/"]) check(got.some((one) => one.url === name && ["br", "gzip"].includes(one.coding)), `${name} came as it lies on the disk: ${JSON.stringify(got)}`);
    await leave(page);
    const other = await visitor(), { id } = await newGame(other, { opponent: "random", deck: "federation", against: "romulan", seed: 5 }), table = await received(other);
    await other.goto(`${server.base}/game/${id}`);
    await other.locator(".dec .ask").waitFor();
    await settled(other);
    const all = table.reduce((n, one) => n + one.bytes, 0);
    console.log(`        received: home ${Math.round(home / 1000)} kB, table ${Math.round(all / 1000)} kB`);
    check(all <= MOST, `the table takes ${all} bytes: ${JSON.stringify(table)}`);
    check(table.some((one) => one.url.startsWith("/api/cards") && one.coding === "gzip"), "the list of cards is not packed");
    await leave(other);
  }],
];
