/** Owns the role matrix (DECISIONS Accounts): every call for staff × everybody who may try it, with status and message. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, type Colleague, type StaffWorld, startStaffWorld } from "./staff-fixture.ts";

const CALLERS = [
  "nobody",
  "customer",
  "expired",
  "deactivated",
  "deleted",
  "staff",
  "manager",
  "admin",
] as const;
type Caller = (typeof CALLERS)[number];

/** Status and, where it is a refusal or a change, the message. */
type Expected = readonly [status: number, message?: string];

interface StaffCall {
  /** As it reads in the report. */
  call: string;
  /** Makes what the call needs afresh, and says how it is called. */
  prepare(
    world: StaffWorld,
    caller: Colleague | null,
  ): Promise<{ path: string } & Call> | ({ path: string } & Call);
  /** What active staff are answered, by role. */
  answers: Record<"staff" | "manager" | "admin", Expected>;
}

/** Alike for every call: no session that holds, or not a colleague's. */
const OUTSIDERS: Record<Exclude<Caller, "staff" | "manager" | "admin">, Expected> = {
  nobody: [401, "Please log in first"],
  customer: [403, "This is for staff only"],
  expired: [401, "Your session has ended. Please log in again"],
  deactivated: [401, "This account has been deactivated"],
  deleted: [401, "Your session has ended. Please log in again"],
};

const everybody = (expected: Expected) => ({ staff: expected, manager: expected, admin: expected });
const ROLE: Expected = [403, "Your role does not allow this"];
const ADMIN_ACCOUNT: Expected = [403, "Only an admin can create, change or remove an admin account"];
const OWN_ACCOUNT: Expected = [403, "You cannot deactivate or delete your own account"];
const CREATED: Expected = [201, "Staff account created"];
const DEACTIVATED: Expected = [200, "Staff account deactivated"];
const REACTIVATED: Expected = [200, "Staff account reactivated"];
const DELETED: Expected = [200, "Staff account permanently deleted"];
const NO_ACCOUNT: Expected = [404, "Staff account not found"];

let created = 0;
const creating = (role: string) => () => {
  created += 1;
  const username = `made-${created}`;
  const person = { firstName: "Joan", lastName: "Clarke", email: `${username}@hub.example.test` };
  return {
    method: "POST",
    path: "/api/staff/create",
    body: { username, password: "secret1", role, ...person },
  };
};

type Role = "staff" | "manager" | "admin";
const changing = (method: string, action: string, role: Role) => async (world: StaffWorld) => {
  const { id } = await world.hire(role);
  return { method, path: `/api/staff/${id}${action}` };
};
const changingOneself = (method: string, action: string) => (_: StaffWorld, caller: Colleague | null) => ({
  method,
  path: `/api/staff/${caller?.id ?? 1}${action}`,
});
const reactivating = (role: Role) => async (world: StaffWorld) => {
  const colleague = await world.hire(role);
  await world.change("DeactivateStaffAccount", colleague);
  return { method: "PATCH", path: `/api/staff/${colleague.id}/reactivate` };
};
const unknown = (method: string, action: string) => () => ({ method, path: `/api/staff/999999${action}` });

const CALLS: readonly StaffCall[] = [
  { call: "list staff", prepare: () => ({ path: "/api/staff" }), answers: everybody([200]) },
  {
    call: "create a staff account",
    prepare: creating("staff"),
    answers: { staff: ROLE, manager: CREATED, admin: CREATED },
  },
  {
    call: "create a manager",
    prepare: creating("manager"),
    answers: { staff: ROLE, manager: CREATED, admin: CREATED },
  },
  {
    call: "create an admin",
    prepare: creating("admin"),
    answers: { staff: ROLE, manager: ADMIN_ACCOUNT, admin: CREATED },
  },
  {
    call: "deactivate a colleague",
    prepare: changing("PATCH", "/deactivate", "staff"),
    answers: { staff: ROLE, manager: DEACTIVATED, admin: DEACTIVATED },
  },
  {
    call: "deactivate a manager",
    prepare: changing("PATCH", "/deactivate", "manager"),
    answers: { staff: ROLE, manager: DEACTIVATED, admin: DEACTIVATED },
  },
  {
    call: "deactivate an admin",
    prepare: changing("PATCH", "/deactivate", "admin"),
    answers: { staff: ROLE, manager: ADMIN_ACCOUNT, admin: DEACTIVATED },
  },
  {
    call: "deactivate oneself",
    prepare: changingOneself("PATCH", "/deactivate"),
    answers: { staff: ROLE, manager: OWN_ACCOUNT, admin: OWN_ACCOUNT },
  },
  {
    call: "deactivate nobody",
    prepare: unknown("PATCH", "/deactivate"),
    answers: { staff: ROLE, manager: NO_ACCOUNT, admin: NO_ACCOUNT },
  },
  {
    call: "reactivate a colleague",
    prepare: reactivating("staff"),
    answers: { staff: ROLE, manager: REACTIVATED, admin: REACTIVATED },
  },
  {
    call: "reactivate an admin",
    prepare: reactivating("admin"),
    answers: { staff: ROLE, manager: ADMIN_ACCOUNT, admin: REACTIVATED },
  },
  {
    call: "delete a colleague",
    prepare: changing("DELETE", "", "staff"),
    answers: { staff: ROLE, manager: ROLE, admin: DELETED },
  },
  {
    call: "delete an admin",
    prepare: changing("DELETE", "", "admin"),
    answers: { staff: ROLE, manager: ROLE, admin: DELETED },
  },
  {
    call: "delete oneself",
    prepare: changingOneself("DELETE", ""),
    answers: { staff: ROLE, manager: ROLE, admin: OWN_ACCOUNT },
  },
  {
    call: "delete nobody",
    prepare: unknown("DELETE", ""),
    answers: { staff: ROLE, manager: ROLE, admin: NO_ACCOUNT },
  },
];

let world: StaffWorld;
const tokens = new Map<Caller, string | null>();
const accounts = new Map<Caller, Colleague>();

beforeAll(async () => {
  world = await startStaffWorld();
  tokens.set("nobody", null);
  tokens.set("customer", await world.customerToken(1));
  // Nobody is the last active admin here.
  await world.hire("admin");
  const now = world.clock.now();
  for (const [caller, role] of [
    ["staff", "staff"],
    ["manager", "manager"],
    ["admin", "admin"],
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

describe.each(CALLS)("$call", ({ prepare, answers }) => {
  it.each(CALLERS)("by %s", async (caller) => {
    const [status, message] = { ...OUTSIDERS, ...answers }[caller];
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

async function countEvents(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`select count(*) as count from events`;
  return row?.count ?? 0;
}
