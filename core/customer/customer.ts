/** Defines the stream `customer-N`: the lifecycle of an account. Names, emails and passwords are kept outside of it. Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse, refuseField } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";

const instant = z.iso.datetime();

/** The interval keeps repeated requests from filling a mailbox: the mail that was sent shortly before is still on its way. */
export const MAIL_INTERVAL_MS = 2 * 60_000;

const definitions = [
  /** A mail asks the customer to verify the email. */
  defineEvent("CustomerRegistered", z.object({ personId: z.uuid() })),
  /** An import brought in the account, without a password: its owner claims it by a link to set one. */
  defineEvent("CustomerImported", z.object({ personId: z.uuid() })),
  /** The customer asked for another verification mail. */
  defineEvent("EmailVerificationRequested", z.object({ at: instant })),
  /** A link that was sent to the email was opened. */
  defineEvent("CustomerEmailVerified", z.object({})),
  /** A visitor who knows the email asked for a link to set a new password. */
  defineEvent("PasswordResetRequested", z.object({ at: instant })),
  /** Name or phone changed: there is a new row of personal data, and the former one is erased. */
  defineEvent("CustomerProfileChanged", z.object({ personId: z.uuid() })),
  /** Sessions that were opened before it have ended. */
  defineEvent("CustomerPasswordChanged", z.object({})),
  /** All sessions of the customer have ended. */
  defineEvent("CustomerLoggedOutEverywhere", z.object({})),
  /** The customer asked for everything about them to be erased; admins are told. */
  defineEvent("ErasureRequested", z.object({})),
  /** The reader of the mailbox says that the account is not theirs; nothing of it is left. */
  defineEvent("CustomerAccountDisowned", z.object({})),
  /** The import that had brought in the account was undone, before its owner claimed it; nothing of it is left. */
  defineEvent("CustomerImportUndone", z.object({})),
] as const;

export type CustomerEvent = EventOf<(typeof definitions)[number]>;

/** What the customer's request for erasure covers: with an unverified email, only the account's own rows. */
export type ErasureScope = "account" | "everything";

export interface Customer {
  exists: true;
  personId: string;
  emailVerified: boolean;
  /** Null unless the customer is waiting for it; the erasure ends the account. */
  erasureRequested: ErasureScope | null;
  /** When a mail of each kind was last requested; null if none was. */
  askedAt: { verification: Date | null; passwordReset: Date | null };
}
export type CustomerState = { exists: false } | Customer;

export const noCustomer: CustomerState = { exists: false };

export function evolve(state: CustomerState, event: CustomerEvent): CustomerState {
  if (event.type === "CustomerRegistered" || event.type === "CustomerImported") {
    const askedAt = { verification: null, passwordReset: null };
    return { exists: true, ...event.data, emailVerified: false, erasureRequested: null, askedAt };
  }
  if (!state.exists) return state;
  switch (event.type) {
    case "CustomerEmailVerified":
      return { ...state, emailVerified: true };
    case "CustomerProfileChanged":
      return { ...state, personId: event.data.personId };
    case "EmailVerificationRequested":
      return { ...state, askedAt: { ...state.askedAt, verification: new Date(event.data.at) } };
    case "PasswordResetRequested":
      return { ...state, askedAt: { ...state.askedAt, passwordReset: new Date(event.data.at) } };
    case "CustomerPasswordChanged": {
      const askedAt = { ...state.askedAt, passwordReset: null };
      // A person who takes over an account by its mailbox has not asked for erasure.
      return { ...state, askedAt, erasureRequested: state.emailVerified ? state.erasureRequested : null };
    }
    case "ErasureRequested":
      return { ...state, erasureRequested: scopeOf(state) };
    case "CustomerLoggedOutEverywhere":
      return state;
    case "CustomerAccountDisowned":
    case "CustomerImportUndone":
      return noCustomer;
    default:
      return event satisfies never;
  }
}

const scopeOf = ({ emailVerified }: Customer): ErasureScope => (emailVerified ? "everything" : "account");

/** The streams `customer-N`. */
export const customerStream = defineStream({
  category: "customer",
  events: definitions,
  initial: noCustomer,
  evolve,
});

export type CustomerCommand =
  | { type: "RegisterCustomer"; personId: string }
  | { type: "ImportCustomer"; personId: string }
  | { type: "RequestEmailVerification"; now: Date }
  /** From the account's own session, or together with a new password: the reader of the mail may not be the person who registered. */
  | { type: "VerifyEmail"; by: "own-session" | "new-password" | "link-alone" }
  | { type: "ChangeProfile"; personId: string }
  | { type: "DisownAccount" }
  /** Only for an account on which nothing has happened since its import. */
  | { type: "UndoImport" }
  | { type: "RequestPasswordReset"; now: Date }
  /** `byMailedLink`: the password is set through a link that was sent to the email, which verifies the email too. */
  | { type: "ChangePassword"; byMailedLink: boolean }
  | { type: "LogOutEverywhere" }
  | { type: "RequestErasure" };

const accept = (...events: CustomerEvent[]): Decision<CustomerEvent> => ({ ok: true, events });

export function decide(command: CustomerCommand, state: CustomerState): Decision<CustomerEvent> {
  if (command.type === "RegisterCustomer") {
    const { personId } = command;
    return state.exists ? accept() : accept({ type: "CustomerRegistered", data: { personId } });
  }
  if (command.type === "ImportCustomer") {
    const { personId } = command;
    return state.exists ? accept() : accept({ type: "CustomerImported", data: { personId } });
  }
  if (!state.exists) return refuse("LinkInvalid");
  const verified: CustomerEvent[] = state.emailVerified ? [] : [{ type: "CustomerEmailVerified", data: {} }];
  switch (command.type) {
    case "RequestEmailVerification":
      return state.emailVerified || isRecent(state.askedAt.verification, command.now)
        ? accept()
        : accept({ type: "EmailVerificationRequested", data: { at: command.now.toISOString() } });
    case "VerifyEmail":
      return decideVerification(command.by, state);
    case "ChangeProfile":
      return accept({ type: "CustomerProfileChanged", data: { personId: command.personId } });
    case "DisownAccount":
      return state.emailVerified
        ? refuse("EmailAlreadyVerified")
        : accept({ type: "CustomerAccountDisowned", data: {} });
    case "UndoImport":
      return state.emailVerified || state.askedAt.passwordReset || state.erasureRequested
        ? refuse("EmailAlreadyVerified")
        : accept({ type: "CustomerImportUndone", data: {} });
    case "RequestPasswordReset":
      return isRecent(state.askedAt.passwordReset, command.now)
        ? accept()
        : accept({ type: "PasswordResetRequested", data: { at: command.now.toISOString() } });
    case "ChangePassword":
      return accept({ type: "CustomerPasswordChanged", data: {} }, ...(command.byMailedLink ? verified : []));
    case "RequestErasure":
      return state.erasureRequested === "everything" || state.erasureRequested === scopeOf(state)
        ? accept()
        : accept({ type: "ErasureRequested", data: {} });
    case "LogOutEverywhere":
      return accept({ type: "CustomerLoggedOutEverywhere", data: {} });
    default:
      return command satisfies never;
  }
}

function decideVerification(
  by: Extract<CustomerCommand, { type: "VerifyEmail" }>["by"],
  { emailVerified }: Customer,
): Decision<CustomerEvent> {
  const verified: CustomerEvent = { type: "CustomerEmailVerified", data: {} };
  if (by === "new-password") {
    // A used link cannot set another password.
    return emailVerified
      ? refuse("LinkInvalid")
      : accept({ type: "CustomerPasswordChanged", data: {} }, verified);
  }
  if (emailVerified) return accept();
  return by === "own-session"
    ? accept(verified)
    : refuseField("PasswordNeeded", "password", "Choose a password");
}

const isRecent = (asked: Date | null, now: Date): boolean =>
  asked !== null && now.getTime() - asked.getTime() < MAIL_INTERVAL_MS;
