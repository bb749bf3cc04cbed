/** Gives the tables of the role matrix what they share: who calls, what is expected, and how a call is made ready. */
import type { Call, Colleague, StaffWorld } from "../testing/staff-fixture.ts";

export const CALLERS = [
  "nobody",
  "customer",
  "expired",
  "deactivated",
  "deleted",
  "staff",
  "manager",
  "admin",
  "auditor",
] as const;
export type Caller = (typeof CALLERS)[number];

/** Status and, where it is a refusal or a change, the message. */
export type Expected = readonly [status: number, message?: string];

export interface StaffCall {
  /** As it reads in the report. */
  call: string;
  /** As the API's document names it. */
  route: string;
  /** Makes what the call needs afresh, and says how it is called. */
  prepare(
    world: StaffWorld,
    caller: Colleague | null,
  ): Promise<{ path: string } & Call> | ({ path: string } & Call);
  /** What active staff are answered, by role; auditors are refused where nothing is said of them. */
  answers: Record<"staff" | "manager" | "admin", Expected> & { auditor?: Expected };
  /** Where somebody from outside is answered otherwise than everywhere else. */
  outsiders?: Partial<typeof OUTSIDERS>;
}

/** Alike for every call: no session that holds, or not a colleague's. */
export const OUTSIDERS: Record<Exclude<Caller, "staff" | "manager" | "admin" | "auditor">, Expected> = {
  nobody: [401, "Please log in first"],
  customer: [403, "This is for staff only"],
  expired: [401, "Your session has ended. Please log in again"],
  deactivated: [401, "This account has been deactivated"],
  deleted: [401, "Your session has ended. Please log in again"],
};

export const everybody = (expected: Expected) => ({ staff: expected, manager: expected, admin: expected });
export const anybody = (expected: Expected) => ({ ...everybody(expected), auditor: expected });
export const ROLE: Expected = [403, "Your role does not allow this"];
export const unknown = (method: string, action: string) => () => ({
  method,
  path: `/api/staff/999999${action}`,
});

export const reading = (path: string) => () => ({ path });
