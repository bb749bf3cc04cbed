/** Runs the programs of docs/api.md as they are printed there: receivers of webhooks, and a mirror of the list of bookings. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LOOPBACK } from "../../../core/platform/config/loopback.ts";
import { freePort } from "../../../core/testing/free-port.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

const PATIENCE = { timeout: 20_000, interval: 50 };
const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/api.md"), "utf8");

let world: StaffWorld;
let admin: string;
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  world = await startStaffWorld({ webhookAllow: [...LOOPBACK] });
  // The receivers compare a delivery's time with their machine's.
  world.clock.set(new Date());
  admin = await world.logIn((await world.hire("admin")).username);
  folder = mkdtempSync(join(tmpdir(), "hub-programs-"));
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The code block of this file name. */
function printed(name: string): string {
  const [, code] = new RegExp(`\`\`\`\\w+ ${name}\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  if (!code) throw new Error(`docs/api.md has no ${name}`);
  return code;
}

function run(name: string, env: Record<string, string>): { child: ChildProcess; output(): string } {
  writeFileSync(join(folder, name), printed(name));
  const child = spawn(name.endsWith(".py") ? "python3" : process.execPath, [join(folder, name)], {
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", ...env },
  });
  running.add(child);
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  return { child, output: () => output };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.end());
  });

async function must(method: "POST" | "PATCH" | "DELETE", path: string, body?: object) {
  const answer = await world.call(path, { method, token: admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

it.each(["receiver.mjs", "receiver.py"])(
  "%s takes what is ours, once, and nothing else",
  async (name) => {
    expect(printed(name).trim().split("\n").length).toBeLessThanOrEqual(21);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const webhook = await must("POST", "/api/webhooks", { url, events: ["booking.created"] });
    const { output } = run(name, { WEBHOOK_SECRET: webhook.secret, PORT: String(port) });
    await expect.poll(() => listens(port), PATIENCE).toBe(true);
    const booking = await world.book();
    await expect.poll(output, PATIENCE).toContain(`booking.created ${booking}`);
    const { deliveries } = (await world.call(`/api/webhooks/${webhook.id}/deliveries`, { token: admin }))
      .body;
    await must("POST", `/api/webhooks/${webhook.id}/replay`, { from: deliveries[0].id });
    const delivered = async () =>
      (
        await world.call(`/api/webhooks/${webhook.id}/deliveries?state=delivered`, { token: admin })
      ).body.deliveries.map(({ tries }: { tries: { status: number }[] }) => tries[0]?.status);
    await expect.poll(delivered, PATIENCE).toEqual([204, 204]);
    expect(output().match(/booking\.created/g)).toHaveLength(1);
    const forged = await fetch(url, {
      method: "POST",
      headers: {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
        "webhook-signature": "v1,forged",
      },
      body: "{}",
    });
    expect(forged.status).toBe(401);
    await must("DELETE", `/api/webhooks/${webhook.id}`);
  },
  60_000,
);

it("the mirror is equal to the list, although it is killed in the middle", async () => {
  expect(printed("mirror.mjs").trim().split("\n").length).toBeLessThanOrEqual(60);
  const { token } = await must("POST", "/api/tokens", {
    name: "mirror",
    scopes: ["events:read", "bookings:read"],
    expiresOn: "2027-12-31",
  });
  const file = join(folder, "mirror.json");
  const env = { HUB: `http://127.0.0.1:${world.port}`, HUB_TOKEN: token, MIRROR: file };
  const first = run("mirror.mjs", env);
  const bookings: number[] = [];
  for (let n = 0; n < 24; n++) {
    const booking = await world.book();
    bookings.push(booking);
    await must("PATCH", `/api/bookings/${booking}`, { status: n % 3 === 0 ? "cancelled" : "confirmed" });
    if (n === 12) first.child.kill("SIGKILL");
    if (n === 16) run("mirror.mjs", env);
  }
  const own = async () => {
    const list = (await world.call("/api/bookings", { token: admin })).body;
    return Object.fromEntries(
      list.map(({ id, roomId, startTime, endTime, status }: Record<string, unknown>) => [
        id,
        { roomId, startTime, endTime, status },
      ]),
    );
  };
  const mirrored = () => {
    try {
      return JSON.parse(readFileSync(file, "utf8")).bookings;
    } catch {
      return null;
    }
  };
  const expected = await own();
  expect(Object.keys(expected).length).toBeGreaterThanOrEqual(bookings.length);
  await expect.poll(mirrored, PATIENCE).toEqual(expected);
}, 90_000);
