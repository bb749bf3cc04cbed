import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Colleague, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { CALLERS, CALLS, type Caller, OUTSIDERS, ROLE_REFUSED } from "./role-matrix-fixture.ts";

let world: StaffWorld;
const tokens = new Map<Caller, string | null>();
const accounts = new Map<Caller, Colleague>();

beforeAll(async () => {
  world = await startStaffWorld();
  tokens.set("not signed in", null);
  tokens.set("customer", await world.customerToken());
  // No account here is the last active admin.
  await world.hire("admin");
  const now = world.clock.now();
  for (const [caller, role] of [
    ["desk", "desk"],
    ["staff", "staff"],
    ["manager", "manager"],
    ["admin", "admin"],
    ["auditor", "auditor"],
    ["expired", "admin"],
    ["deactivated", "admin"],
    ["deleted", "admin"],
  ] as const) {
    const colleague = await world.hire(role);
    accounts.set(caller, colleague);
    if (caller === "expired") world.clock.advanceMinutes(-12 * 60 - 1);
    tokens.set(caller, await world.logIn(colleague.username));
    world.clock.set(now);
    if (caller === "deactivated") await world.change("DeactivateStaffAccount", colleague);
    if (caller === "deleted") await world.change("DeleteStaffAccount", colleague);
  }
});
afterAll(() => world.close());

describe.each(CALLS)("$call", ({ prepare, answers, outsiders }) => {
  it.each(CALLERS)("by %s", async (caller) => {
    const { staff: desk } = answers;
    const expected = { ...OUTSIDERS, auditor: ROLE_REFUSED, desk, ...outsiders, ...answers };
    const [status, message] = expected[caller];
    const { path, ...call } = await prepare(world, accounts.get(caller) ?? null);
    const events = await countEvents();
    const answer = await world.call(path, { ...call, token: tokens.get(caller) ?? null });
    expect([answer.status, message === undefined ? undefined : answer.body.message]).toEqual([
      status,
      message,
    ]);
    if (status >= 400) expect(await countEvents()).toBe(events);
    if (status === 401) expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });
});

it("includes every call that the API's document says is for staff", async () => {
  const { body } = await world.call("/api/openapi.json");
  const paths = Object.entries(body.paths as Record<string, Record<string, Operation>>);
  const forStaff = paths.flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => responses["403"]?.description.includes("`RoleNotPermitted`"))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(new Set(CALLS.map(({ route }) => route))).toEqual(new Set(forStaff));
});

interface Operation {
  responses: Record<string, { description: string } | undefined>;
}

async function countEvents(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`select count(*) as count from events`;
  return row?.count ?? 0;
}
