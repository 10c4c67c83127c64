/* A server of our own for the tests: a free port of loopback, a database in a temporary folder, killed and started again at will. */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/* A player's own picture of a card: one amber pixel. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4utIaAARwAdrRoKAVAAAAAElFTkSuQmCC";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Server {
  static async open(program, web, more = []) {
    const server = new Server();
    server.program = program;
    server.more = more;
    server.web = web;
    server.folder = mkdtempSync(join(tmpdir(), "spaceline-e2e-"));
    mkdirSync(join(server.folder, "images"));
    writeFileSync(join(server.folder, "images", "kahmis.png"), Buffer.from(PICTURE, "base64"));
    server.port = await freePort();
    server.base = `http://127.0.0.1:${server.port}`;
    await server.start();
    return server;
  }

  async start() {
    this.words = "";
    this.child = spawn(this.program, ["serve", "--listen", `127.0.0.1:${this.port}`, "--db", join(this.folder, "test.db"), "--web", this.web, "--images", join(this.folder, "images"), ...(this.more ?? [])], { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on("data", (bytes) => { this.words = (this.words + bytes).slice(-4000); });
    this.ended = new Promise((resolve) => this.child.on("exit", (code, signal) => resolve(signal ?? code)));
    for (let tries = 0; tries < 100; tries++) {
      if (this.child.exitCode !== null) break;
      try {
        if ((await fetch(`${this.base}/healthz`)).ok) return;
      } catch { /* not listening yet */ }
      await pause(50);
    }
    throw new Error(`the server does not answer: ${this.words.trim() || "no words from it"}`);
  }

  async kill() {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  async close() {
    this.child.kill("SIGTERM");
    const how = await Promise.race([this.ended, pause(3000).then(() => "still running")]);
    if (how === "still running") this.child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
    return how;
  }
}
