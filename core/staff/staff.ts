/** Defines the stream `staff-N`: the account of a person who runs the hub, and who may change it (decisions 102, 103). */
import { z } from "zod";
import type { Decision as DecisionOf } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";

/** `desk` works the board and the bookings, and sees no revenue (decision 238). */
export const STAFF_ROLES = ["desk", "staff", "manager", "admin", "auditor"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

const definitions = [
  /** The person's row has name and email; the credentials have username and password. */
  defineEvent("StaffAccountCreated", z.object({ personId: z.uuid(), role: z.enum(STAFF_ROLES) })),
  defineEvent("StaffRoleChanged", z.object({ role: z.enum(STAFF_ROLES) })),
  /** A colleague asked for a mail with a link by which the account's owner sets a password; `invited`: the first one. */
  defineEvent(
    "StaffPasswordLinkRequested",
    z.object({ linkId: z.uuid(), expiresAt: z.iso.datetime(), invited: z.boolean() }),
  ),
  /** By that link. All sessions of the account have ended. */
  defineEvent("StaffPasswordSet", z.object({})),
  defineEvent("StaffAccountDeactivated", z.object({})),
  defineEvent("StaffAccountReactivated", z.object({})),
  /** This is final: nothing can happen to the account after it. */
  defineEvent("StaffAccountDeleted", z.object({})),
  /** Written by older code: a login is now a stream of its own (`session-N`). */
  defineEvent("StaffSignedIn", z.object({})),
  /** All their sessions have ended. */
  defineEvent("StaffLoggedOutEverywhere", z.object({})),
  /** Their other sessions have ended. */
  defineEvent("StaffPasswordChanged", z.object({})),
  /** The secret and the recovery codes are kept outside of the log. */
  defineEvent("SecondFactorEnrolled", z.object({})),
  /** By the owner, with a code; or by a colleague, if the device was lost. The event's actor tells which. */
  defineEvent("SecondFactorRemoved", z.object({})),
  defineEvent("RecoveryCodesRenewed", z.object({})),
  /** A login with the right password has had the maximum of wrong codes. Both numbers are of the hour before. */
  defineEvent("CodeLoginChallengeSpent", z.object({ wrongCodes: z.int(), networks: z.int() })),
  /** After too many wrong codes, no code is accepted until the account's mailbox opens the login again; `closingId` names this closing. */
  defineEvent("CodeLoginClosed", z.object({ closingId: z.uuid(), wrongCodes: z.int(), networks: z.int() })),
  /** By the link that was mailed. */
  defineEvent("CodeLoginOpened", z.object({})),
] as const;

export type StaffEvent = EventOf<(typeof definitions)[number]>;

export interface StaffAccount {
  exists: true;
  personId: string;
  role: StaffRole;
  active: boolean;
  deleted: boolean;
  secondFactor: boolean;
  /** The closing because of which no code is accepted at the moment; null while codes are accepted. */
  codeLoginClosing: string | null;
  /** The link by which the owner may set a password now; the newest one only. */
  passwordLink: { id: string; expiresAt: Date } | null;
}

export type StaffState = { exists: false } | StaffAccount;

export const noStaff: StaffState = { exists: false };

export function evolve(state: StaffState, event: StaffEvent): StaffState {
  if (event.type === "StaffAccountCreated") {
    return {
      exists: true,
      ...event.data,
      active: true,
      deleted: false,
      secondFactor: false,
      codeLoginClosing: null,
      passwordLink: null,
    };
  }
  if (!state.exists) return state;
  switch (event.type) {
    case "StaffRoleChanged":
      return { ...state, role: event.data.role };
    case "StaffPasswordLinkRequested": {
      const { linkId: id, expiresAt } = event.data;
      return { ...state, passwordLink: { id, expiresAt: new Date(expiresAt) } };
    }
    case "StaffPasswordSet":
      return { ...state, passwordLink: null };
    case "StaffAccountDeactivated":
      return { ...state, active: false };
    case "StaffAccountReactivated":
      return { ...state, active: true };
    case "StaffAccountDeleted":
      return { ...state, active: false, deleted: true };
    case "SecondFactorEnrolled":
      return { ...state, secondFactor: true };
    case "SecondFactorRemoved":
      return { ...state, secondFactor: false, codeLoginClosing: null };
    case "CodeLoginClosed":
      return { ...state, codeLoginClosing: event.data.closingId };
    case "CodeLoginOpened":
      return { ...state, codeLoginClosing: null };
    case "CodeLoginChallengeSpent":
    case "RecoveryCodesRenewed":
    case "StaffSignedIn":
    case "StaffLoggedOutEverywhere":
    case "StaffPasswordChanged":
      return state;
    default:
      return event satisfies never;
  }
}

/** The streams `staff-N`. */
export const staffStream = defineStream({
  category: "staff",
  events: definitions,
  initial: noStaff,
  evolve,
});

/** Who gives a command: a signed-in member of staff, or the product itself at its first start. */
export type StaffActor = { id: number; role: StaffRole } | "product";

/** What colleagues with the necessary role do to an account. */
export type ColleagueCommand = { id: number; by: StaffActor } & (
  | {
      type: "DeactivateStaffAccount" | "ReactivateStaffAccount" | "DeleteStaffAccount" | "RemoveSecondFactor";
    }
  | { type: "ChangeStaffRole"; role: StaffRole }
  | { type: "RequestPasswordLink"; link: PasswordLink }
);

/** The link that is mailed to the account's owner. */
export interface PasswordLink {
  id: string;
  expiresAt: Date;
}

/** What members of staff do to their own account; the append checks that a code was right and unused. */
export type OwnCommand =
  | { type: "EnrolSecondFactor" | "TurnOffSecondFactor" | "RenewRecoveryCodes" }
  | { type: "LogOutStaffEverywhere" | "ChangeStaffPassword" }
  | { type: "SpendLoginChallenge"; wrongCodes: number; networks: number }
  | { type: "CloseCodeLogin"; closingId: string; wrongCodes: number; networks: number }
  | { type: "OpenCodeLogin"; closingId: string }
  | { type: "SetPasswordByLink"; linkId: string; now: Date };

export type StaffCommand =
  /** `link`: the owner is invited to set the first password. */
  | {
      type: "CreateStaffAccount";
      personId: string;
      role: StaffRole;
      by: StaffActor;
      link?: PasswordLink | undefined;
    }
  | ColleagueCommand
  | OwnCommand;

type Decision = DecisionOf<StaffEvent>;

const accept = (...events: StaffEvent[]): Decision => ({ ok: true, events });

/** No event means that the state is already as asked for. The append ensures that one active admin is left; it is not decided here. */
export function decide(command: StaffCommand, state: StaffState): Decision {
  switch (command.type) {
    case "CreateStaffAccount": {
      const { personId, role, by, link } = command;
      const refused = refusalFor(by, role, MANAGERS);
      const created: StaffEvent = { type: "StaffAccountCreated", data: { personId, role } };
      return refused ?? accept(created, ...(link ? [linkRequested(link, true)] : []));
    }
    case "LogOutStaffEverywhere":
    case "ChangeStaffPassword": {
      if (!state.exists || !state.active) return refuse("StaffNotFound");
      const type =
        command.type === "ChangeStaffPassword" ? "StaffPasswordChanged" : "StaffLoggedOutEverywhere";
      return accept({ type, data: {} });
    }
    case "EnrolSecondFactor":
      if (!state.exists || !state.active) return refuse("StaffNotFound");
      if (state.secondFactor) return refuse("SecondFactorAlreadyOn");
      return accept({ type: "SecondFactorEnrolled", data: {} });
    case "TurnOffSecondFactor":
    case "RenewRecoveryCodes":
      if (!state.exists || !state.active) return refuse("StaffNotFound");
      if (!state.secondFactor) return refuse("SecondFactorOff");
      return accept({
        type: command.type === "TurnOffSecondFactor" ? "SecondFactorRemoved" : "RecoveryCodesRenewed",
        data: {},
      });
    case "SpendLoginChallenge":
    case "CloseCodeLogin": {
      if (!state.exists || !state.active || !state.secondFactor) return refuse("InvalidStaffCredentials");
      if (state.codeLoginClosing !== null) return accept();
      const { wrongCodes, networks } = command;
      return command.type === "CloseCodeLogin"
        ? accept({ type: "CodeLoginClosed", data: { closingId: command.closingId, wrongCodes, networks } })
        : accept({ type: "CodeLoginChallengeSpent", data: { wrongCodes, networks } });
    }
    case "SetPasswordByLink": {
      const link = state.exists && state.active ? state.passwordLink : null;
      return link?.id === command.linkId && link.expiresAt > command.now
        ? accept({ type: "StaffPasswordSet", data: {} })
        : refuse("LinkInvalid");
    }
    case "OpenCodeLogin":
      return state.exists && state.active && state.codeLoginClosing === command.closingId
        ? accept({ type: "CodeLoginOpened", data: {} })
        : refuse("LinkInvalid");
    default:
      return decideChange(command, state);
  }
}

const linkRequested = ({ id, expiresAt }: PasswordLink, invited: boolean): StaffEvent => ({
  type: "StaffPasswordLinkRequested",
  data: { linkId: id, expiresAt: expiresAt.toISOString(), invited },
});

function decideChange(command: ColleagueCommand, state: StaffState): Decision {
  const { by, id, type } = command;
  const target = state.exists && !state.deleted ? state : null;
  const refused = refusalFor(by, target?.role, type === "DeleteStaffAccount" ? ADMINS : MANAGERS);
  if (refused) return refused;
  if (!target) return refuse("StaffNotFound");
  switch (type) {
    case "DeactivateStaffAccount":
      if (by !== "product" && by.id === id) return refuse("OwnAccount");
      return target.active ? accept({ type: "StaffAccountDeactivated", data: {} }) : accept();
    case "ReactivateStaffAccount":
      return target.active ? accept() : accept({ type: "StaffAccountReactivated", data: {} });
    case "DeleteStaffAccount":
      if (by !== "product" && by.id === id) return refuse("OwnAccount");
      return accept({ type: "StaffAccountDeleted", data: {} });
    case "ChangeStaffRole": {
      const { role } = command;
      if (by !== "product" && by.id === id) return refuse("OwnAccount");
      const raised = refusalFor(by, role, MANAGERS);
      if (raised) return raised;
      return target.role === role ? accept() : accept({ type: "StaffRoleChanged", data: { role } });
    }
    case "RequestPasswordLink":
      return target.active ? accept(linkRequested(command.link, false)) : refuse("StaffNotFound");
    case "RemoveSecondFactor":
      if (by !== "product" && by.id === id) return refuse("OwnSecondFactor");
      return target.secondFactor ? accept({ type: "SecondFactorRemoved", data: {} }) : accept();
    default:
      return command satisfies never;
  }
}

/** The roles that run the hub; auditors only read. */
export const WORKING_ROLES: readonly StaffRole[] = ["desk", "staff", "manager", "admin"];
/** The roles that see what the venue takes. */
export const REVENUE_READERS: readonly StaffRole[] = ["staff", "manager", "admin", "auditor"];
/** Those of them that count the day's cash. */
export const CASHIERS: readonly StaffRole[] = ["staff", "manager", "admin"];
/** The roles that may read the event log. */
export const LOG_READERS: readonly StaffRole[] = ["auditor", "manager", "admin"];
/** The roles that may create, deactivate and reactivate accounts, and remove the second factor of a lost device. */
export const MANAGERS: readonly StaffRole[] = ["manager", "admin"];
/** The roles that may delete accounts, and demand a second factor of a role. */
export const ADMINS: readonly StaffRole[] = ["admin"];

function refusalFor(
  by: StaffActor,
  target: StaffRole | undefined,
  allowed: readonly StaffRole[],
): Refused | null {
  if (by === "product") return null;
  if (!allowed.includes(by.role)) return refuse("RoleNotPermitted");
  return target === "admin" && by.role !== "admin" ? refuse("AdminAccountProtected") : null;
}
