/** The shared parts of the role matrix: the callers, the expected answers, and how a call is prepared. */
import type { Call, Colleague, StaffWorld } from "../../testing/staff-fixture.ts";

export const CALLERS = [
  "not signed in",
  "customer",
  "expired",
  "deactivated",
  "deleted",
  "desk",
  "staff",
  "manager",
  "admin",
  "auditor",
] as const;
export type Caller = (typeof CALLERS)[number];

/** Status and, for a refusal or a change, the message. */
export type Expected = readonly [status: number, message?: string];

export interface StaffCall {
  /** The title in the report. */
  call: string;
  /** The name in the API's document. */
  route: string;
  /** Makes new data for the call, and says how to call it. */
  prepare(
    world: StaffWorld,
    caller: Colleague | null,
  ): Promise<{ path: string } & Call> | ({ path: string } & Call);
  /** The answers to active staff, by role; auditors are refused and the desk is answered as staff are, unless stated otherwise. */
  answers: Record<"staff" | "manager" | "admin", Expected> & { auditor?: Expected; desk?: Expected };
  /** Answers to outsiders that differ from the usual ones. */
  outsiders?: Partial<typeof OUTSIDERS>;
}

/** The same for every call: no valid session, or not a staff session. */
export const OUTSIDERS: Record<
  Exclude<Caller, "desk" | "staff" | "manager" | "admin" | "auditor">,
  Expected
> = {
  "not signed in": [401, "Please log in first"],
  customer: [403, "This is for staff only"],
  expired: [401, "Your session has ended. Please log in again"],
  deactivated: [401, "This account has been deactivated"],
  deleted: [401, "Your session has ended. Please log in again"],
};

export const workingStaff = (expected: Expected) => ({ staff: expected, manager: expected, admin: expected });
export const allStaff = (expected: Expected) => ({ ...workingStaff(expected), auditor: expected });
/** What shows the venue's revenue is refused to the desk. */
export const revenueReaders = (expected: Expected) => ({ ...allStaff(expected), desk: ROLE_REFUSED });
export const cashiers = (expected: Expected) => ({ ...workingStaff(expected), desk: ROLE_REFUSED });
export const managers = (expected: Expected) => ({ staff: ROLE_REFUSED, manager: expected, admin: expected });
export const ROLE_REFUSED: Expected = [403, "Your role does not allow this"];
export const unknown = (method: string, action: string) => () => ({
  method,
  path: `/api/staff/999999${action}`,
});

export const reading = (path: string) => () => ({ path });
