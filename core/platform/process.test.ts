/** Shows how a process starts, ends and reports errors. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";

/** A process of the product whose start runs this code; `open(name, close)` opens a thing that prints a line when it is closed. */
function run(start: string) {
  const near = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { setTimeout as wait } from "node:timers/promises";
    import { runProcess } from ${near("./process.ts")};
    await runProcess(async ({ opened, logger, giveUp }) => {
      const open = (name, close = async () => undefined) =>
        opened(async () => {
          await close();
          process.stdout.write("closed " + name + "\\n");
        });
      open("the database");
      ${start}
      setInterval(() => undefined, 1_000);
      return "ready";
    });`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = once(child, "close").then(([code]) => ({
    code: code as number | null, // as node documents for "close"
    closed: [...output.matchAll(/^closed (.*)$/gm)].map(([, name]) => name),
    output,
  }));
  const says = (words: string) =>
    expect.poll(() => output, { timeout: 20_000, interval: 5 }).toContain(words);
  return { child, ended, says };
}

describe("a process", () => {
  it("closes what it opened, the last first, and ends with 0 when it gets a signal", async () => {
    const { child, ended, says } = run(`open("the server");`);
    await says("ready");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0, closed: ["the server", "the database"] });
  });

  it.each(["throw new Error('a bug')", "void Promise.reject(new Error('a bug'))"])(
    "closes what it opened, prints the reason and ends with 1 after %s",
    async (bug) => {
      const { ended } = run(`open("the server"); setTimeout(() => { ${bug}; }, 50);`);
      const { code, closed, output } = await ended;
      expect({ code, closed }).toEqual({ code: 1, closed: ["the server", "the database"] });
      expect(output).toContain("an error was not caught");
    },
  );

  it("closes the rest even if a bug or a failed close occurs while it stops", async () => {
    const { child, ended, says } = run(`
      open("the server", async () => { setTimeout(() => { throw new Error("late"); }); await wait(50); });
      open("the worker", async () => { throw new Error("cannot"); });`);
    await says("ready");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 1, closed: ["the server", "the database"] });
  });

  it("reports in one line why it could not start", async () => {
    const { ended } = run(`open("the server"); throw new Error("Port 3000 is in use.");`);
    const { code, closed, output } = await ended;
    expect({ code, closed }).toEqual({ code: 1, closed: ["the server", "the database"] });
    expect(output).toMatch(/^Port 3000 is in use\.$/m);
  });

  it("ends with 1 and the reason when it gives up", async () => {
    const { ended } = run(`open("the server"); setTimeout(() => giveUp(new Error("It is gone.")), 50);`);
    const { code, closed, output } = await ended;
    expect({ code, closed }).toEqual({ code: 1, closed: ["the server", "the database"] });
    expect(output).toMatch(/^It is gone\.$/m);
    expect(output).not.toContain("a bug");
  });

  it("does not continue its start if it gets a signal meanwhile", async () => {
    const { child, ended, says } = run(`
      process.stdout.write("starting\\n"); await wait(300); open("the server"); process.stdout.write("too far\\n");`);
    await says("starting");
    child.kill("SIGTERM");
    const { code, closed, output } = await ended;
    expect({ code, closed }).toEqual({ code: 0, closed: ["the server", "the database"] });
    expect(output).not.toMatch(/too far|ready/);
  });

  it("abandons what never closes, and still closes its database within 10 s", async () => {
    const { child, ended, says } = run(`open("the worker", () => new Promise(() => undefined));`);
    await says("ready");
    const began = Date.now();
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, closed: ["the database"] });
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  it("ends even if its log is no longer read", async () => {
    const { child, ended, says } = run(`
      open("the server", async () => { logger.warn("the last line"); process.exit(3); });`);
    await says("ready");
    child.stdout.destroy();
    child.kill("SIGTERM");
    const began = Date.now();
    await ended;
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});
