import { afterAll, beforeAll, expect, it } from "vitest";
import { errorsOf } from "../../../testing/customer-fixture.ts";
import { PASSWORD, type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(() => world.close());

const change = (token: string, currentPassword: string, password: string) =>
  world.call("/api/auth/password", { method: "POST", token, body: { currentPassword, password } });
const asStaff = async (token: string): Promise<number> => (await world.call("/api/staff", { token })).status;

it("a new password requires the old one; this session stays, all others end, and the old password is invalid", async () => {
  const { username } = await world.hire("staff");
  const [token, other] = [await world.logIn(username), await world.logIn(username)];
  const wrong = await change(token, "not it", "a longer one");
  expect([wrong.status, errorsOf(wrong)]).toEqual([
    403,
    [["currentPassword", "This is not your current password"]],
  ]);
  expect((await change(token, PASSWORD, "a longer one")).status).toBe(200);
  expect([await asStaff(token), await asStaff(other)]).toEqual([200, 401]);
  const logIn = (password: string) =>
    world.call("/api/auth/login", { method: "POST", body: { username, password } });
  expect([(await logIn(PASSWORD)).status, (await logIn("a longer one")).status]).toEqual([401, 200]);
});

it("the most common passwords and one's own name are refused at the field", async () => {
  const { username } = await world.hire("staff");
  const token = await world.logIn(username);
  for (const password of ["LetMeIn", username.toUpperCase()]) {
    const answer = await change(token, PASSWORD, password);
    expect([answer.status, errorsOf(answer)[0]?.[0]]).toEqual([400, "password"]);
  }
});

it("of two changes at once with one old password only one succeeds", async () => {
  const { username } = await world.hire("staff");
  const token = await world.logIn(username);
  const answers = await Promise.all(
    ["first of two", "second of two"].map((next) => change(token, PASSWORD, next)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
});
