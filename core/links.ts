/** Makes and reads the signed links in mails: the holder of a link may do what it says for one booking, invoice, account or entry of the waitlist, and nothing else. */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface SignedLink {
  token: string;
  /** The page that the link opens. */
  url: string;
}

/** The booking that a guest's token claims to be for. */
export interface GuestClaim {
  bookingId: number;
  token: string;
}

/** What a token for an account claims, before the value that it is bound to has been compared. */
export interface AccountClaim {
  customerId: number;
  expiresAt: Date;
}

export interface Links {
  /**
   * A guest link to one booking, for one person: every mail carries the same link, until the booking gets another email. The booking
   * decides how long it is valid.
   */
  guestBooking(booking: { bookingId: number; personId: string }): SignedLink;
  /** The claim of a guest's token, not yet verified (the person's id is signed too); null if the text cannot be a token. */
  readGuestBooking(token: string): GuestClaim | null;
  /** A link that shows when and where, for those who come along; it cannot be turned into the guest's own (decision 229). */
  sharedVisit(booking: { bookingId: number; personId: string }): SignedLink;
  /** The booking that the token claims to be for, not yet verified; null if the text cannot be a token. */
  readSharedVisit(token: string): number | null;
  /** Opens one entry of the waitlist, for its holder: `personId` is the entry's row of personal data. */
  waitlist(entry: { entryId: number; personId: string }): SignedLink;
  /** The entry that the token claims to be for, not yet verified; null if the text cannot be a token. */
  readWaitlist(token: string): number | null;
  /** Opens one invoice or credit note, for its recipient: `personId` is its document's row of personal data. */
  invoice(document: { number: string; personId: string }): SignedLink;
  /** The number that the token claims to be for, not yet verified; null if the text cannot be a token. */
  readInvoice(token: string): string | null;
  /** Proves that the person who opens it reads this mailbox. */
  emailVerification(claim: AccountClaim, email: string): SignedLink;
  /** Lets the reader of this mailbox say that the account is not theirs. */
  accountDisowning(claim: AccountClaim, email: string): SignedLink;
  /** Bound to the password that it replaces, so that it works once. */
  passwordReset(claim: AccountClaim, passwordHash: string): SignedLink;
  /** Opens the login by code after this closing; the next closing has a different link. */
  codeLogin(staffId: number, closingId: string): SignedLink;
  /** Lets the owner of a staff account set a password; the next link of the account ends it. */
  staffPassword(staffId: number, linkId: string): SignedLink;
  /** The member of staff that the token claims to be for, not yet verified; null if the text cannot be a token. */
  readStaffPassword(token: string): number | null;
  /** The member of staff that the token claims to be for, not yet verified; null if the text cannot be a token. */
  readCodeLogin(token: string): number | null;
  /** The claim of an account's token, not yet verified; null if the text cannot be a token. */
  readAccountClaim(token: string): AccountClaim | null;
}

/** `publicUrl` never ends in a slash; `key` is secret and the same for every process. */
export function createLinks({ key, publicUrl }: { key: string; publicUrl: string }): Links {
  // The purpose and the lengths of the parts are signed too, so that a token is not accepted for another purpose.
  const sign = (...parts: string[]): string =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");

  const linkTo = (page: string, token: string): SignedLink => ({
    token,
    url: `${publicUrl}/${page}?token=${token}`,
  });

  function accountToken(purpose: string, { customerId, expiresAt }: AccountClaim, boundTo: string): string {
    const head = `${customerId}.${Math.floor(expiresAt.getTime() / 1000)}`;
    return `${head}.${sign(purpose, head, boundTo)}`;
  }

  return {
    guestBooking({ bookingId, personId }) {
      const token = `${bookingId}.${sign("guest-booking", String(bookingId), personId)}`;
      return { token, url: `${publicUrl}/guest/${token}` };
    },
    readGuestBooking(token) {
      const bookingId = numberIn(token);
      return bookingId === null ? null : { bookingId, token };
    },
    sharedVisit({ bookingId, personId }) {
      const token = `${bookingId}.${sign("shared-visit", String(bookingId), personId)}`;
      return { token, url: `${publicUrl}/visit/${token}` };
    },
    readSharedVisit: numberIn,
    waitlist({ entryId, personId }) {
      const token = `${entryId}.${sign("waitlist", String(entryId), personId)}`;
      return { token, url: `${publicUrl}/waitlist/${token}` };
    },
    readWaitlist: numberIn,
    invoice({ number, personId }) {
      const token = `${number}.${sign("invoice", number, personId)}`;
      return { token, url: `${publicUrl}/invoice/${token}` };
    },
    readInvoice: (token) => /^(\d{4}-\d{4,9})\.[\w-]{43}$/.exec(token)?.[1] ?? null,
    emailVerification: (claim, email) =>
      linkTo("verify-email", accountToken("verify-email", claim, email.toLowerCase())),
    accountDisowning: (claim, email) =>
      linkTo("not-my-account", accountToken("disown-account", claim, email.toLowerCase())),
    passwordReset: (claim, passwordHash) =>
      linkTo("reset-password", accountToken("reset-password", claim, passwordHash)),
    codeLogin: (staffId, closingId) =>
      linkTo("open-login", `${staffId}.${sign("open-code-login", String(staffId), closingId)}`),
    staffPassword: (staffId, linkId) =>
      linkTo("staff-password", `${staffId}.${sign("staff-password", String(staffId), linkId)}`),
    readStaffPassword: numberIn,
    readCodeLogin: numberIn,
    readAccountClaim(token) {
      const match = /^([1-9]\d{0,14})\.(\d{1,12})\.[\w-]{43}$/.exec(token);
      if (!match) return null;
      return { customerId: Number(match[1]), expiresAt: new Date(Number(match[2]) * 1000) };
    },
  };
}

/** The number before the signature; null if the text cannot be a token. */
function numberIn(token: string): number | null {
  const digits = /^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Compares in constant time, wherever the first difference is. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
