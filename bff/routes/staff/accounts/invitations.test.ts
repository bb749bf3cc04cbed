/** Checks invitations, changed roles and mailed password links of colleagues over HTTP (decision 102). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestMail } from "../../../../core/testing/test-mail.ts";
import {
  type Colleague,
  PASSWORD,
  type StaffWorld,
  startStaffWorld,
} from "../../../testing/staff-fixture.ts";

const mail = openTestMail();
let world: StaffWorld;
let admin: string;
let manager: Colleague;
let managerToken: string;

beforeAll(async () => {
  world = await startStaffWorld({ mail: mail.office });
  admin = await world.logIn((await world.hire("admin")).username);
  manager = await world.hire("manager");
  managerToken = await world.logIn(manager.username);
});
afterAll(async () => {
  await world.close();
  await mail.remove();
});

const invite = (username: string, role: string, token = managerToken) =>
  world.call("/api/staff/invitations", {
    method: "POST",
    token,
    body: { username, email: `${username}@hub.example.test`, firstName: "Joan", lastName: "Clarke", role },
  });
const setRole = (id: number, role: string, token = managerToken) =>
  world.call(`/api/staff/${id}/role`, { method: "PATCH", token, body: { role } });
const askLink = (id: number, token = managerToken) =>
  world.call(`/api/staff/${id}/password-link`, { method: "POST", token });
const setPassword = (token: string, password: string) =>
  world.call("/api/auth/staff-password", { method: "POST", body: { token, password } });
const logIn = (username: string, password: string) =>
  world.call("/api/auth/login", { method: "POST", body: { username, password } });

/** The tokens that were mailed to an address, each once, in any order. */
async function tokensTo(address: string, count: number): Promise<string[]> {
  const tokens = async () =>
    (await mail.read())
      .filter(({ to }) => to?.[0]?.address === address)
      .flatMap(({ text }) => /staff-password\?token=(\S+)/.exec(text ?? "")?.[1] ?? []);
  await expect.poll(async () => (await tokens()).length, { timeout: 20_000 }).toBe(count);
  return tokens();
}

it("an invited colleague sets a password by the mailed link, once, and logs in with the role", async () => {
  const invited = await invite("joan", "desk");
  expect(invited).toMatchObject({ status: 201, body: { role: "desk", isActive: true } });
  expect(await logIn("joan", "")).toMatchObject({ status: 400 });
  expect(await logIn("joan", "null")).toMatchObject({ status: 401 });
  const [token = ""] = await tokensTo("joan@hub.example.test", 1);
  expect(await setPassword(token, "short")).toMatchObject({
    status: 400,
    body: { errors: [{ path: "password" }] },
  });
  expect(await setPassword(token, "a long password")).toMatchObject({ status: 200 });
  expect(await setPassword(token, "another password")).toMatchObject({ body: { code: "LinkInvalid" } });
  expect(await logIn("joan", "a long password")).toMatchObject({
    status: 200,
    body: { staff: { role: "desk" } },
  });
  expect(JSON.stringify(world.logged)).not.toContain(token);
});

it("a link for a new password ends the older link and all sessions; the old password works until then", async () => {
  const { id, username, email } = await world.hire("staff");
  const session = await world.logIn(username);
  expect(await askLink(id)).toMatchObject({ status: 200 });
  const [older = ""] = await tokensTo(email, 1);
  expect(await askLink(id)).toMatchObject({ status: 200 });
  const newer = (await tokensTo(email, 2)).find((token) => token !== older) ?? "";
  expect(await setPassword(older, "a long password")).toMatchObject({ body: { code: "LinkInvalid" } });
  expect(await logIn(username, PASSWORD)).toMatchObject({ status: 200 });
  expect(await setPassword(newer, "a long password")).toMatchObject({ status: 200 });
  expect(await world.call("/api/staff", { token: session })).toMatchObject({ status: 401 });
  expect(await logIn(username, PASSWORD)).toMatchObject({ status: 401 });
  world.clock.advanceMinutes(1);
  await askLink(id);
  const last = (await tokensTo(email, 3)).find((token) => token !== older && token !== newer) ?? "";
  world.clock.advanceMinutes(61);
  expect(await setPassword(last, "too late for this")).toMatchObject({ body: { code: "LinkInvalid" } });
});

it("a role changes at the next call, and a manager neither makes nor changes an admin", async () => {
  const { id, username } = await world.hire("staff");
  const token = await world.logIn(username);
  const csv = () => world.call("/api/takings.csv?from=2026-11-01&to=2026-11-02", { token });
  expect((await csv()).status).toBe(200);
  expect(await setRole(id, "desk")).toMatchObject({ status: 200 });
  expect((await csv()).status).toBe(403);
  expect(await setRole(id, "owner")).toMatchObject({ status: 400, body: { errors: [{ path: "role" }] } });
  expect(await setRole(id, "admin")).toMatchObject({ body: { code: "AdminAccountProtected" } });
  expect(await setRole(id, "admin", admin)).toMatchObject({ status: 200 });
  expect(await setRole(id, "staff")).toMatchObject({ body: { code: "AdminAccountProtected" } });
  expect(await askLink(id)).toMatchObject({ body: { code: "AdminAccountProtected" } });
  expect(await setRole(manager.id, "staff")).toMatchObject({ body: { code: "OwnAccount" } });
  expect(await invite("boss", "admin")).toMatchObject({ body: { code: "AdminAccountProtected" } });
  expect(await setRole(999_999, "staff")).toMatchObject({ status: 404 });
});
