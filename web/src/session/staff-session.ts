/** Whether a staff member is signed in on this device: `staff_token` and `staff_user` in local storage (decision 97). */
import type { QueryKey } from "@tanstack/react-query";
import { useMemo } from "react";
import type { StaffAccount } from "../../../bff/contract/staff/staff.ts";
import { storageChanged, tryStorage, useStored } from "../browser/device-storage.ts";
import { createStore, useStore } from "../browser/store.ts";
import { fieldsOf } from "./signed-in-customer.ts";

/**
 * The query key of every read of the staff's pages: logging out drops all of them. They are read again whenever a staff page is opened;
 * in between, live messages refresh them.
 */
export const STAFF_KEY: QueryKey = ["staff"];

const TOKEN_KEY = "staff_token";
const USER_KEY = "staff_user";

/** What the pages know of the signed-in member of staff. The server checks at every call what the account may do. */
export interface StaffSession {
  token: string;
  /** The account's id, from the token. */
  id: number;
  firstName: string | null;
  lastName: string | null;
  /** Decides what the pages offer; the server decides what the account may do. */
  role: string | null;
}

type Reader = Pick<Storage, "getItem">;
type Remover = Pick<Storage, "removeItem">;

/** The id in a JWT's claims; null if it cannot be decoded. Only the server knows whether the token is valid. */
export function idInToken(token: string): number | null {
  const [, claims, signature] = token.split(".");
  if (!claims || !signature) return null;
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    const id = Number(sub);
    return Number.isInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}

function sessionOf(token: string | null, user: string | null): StaffSession | null {
  const id = token === null ? null : idInToken(token);
  if (token === null || id === null) return null;
  const { firstName, lastName, role } = fieldsOf(user);
  return { token, id, firstName: firstName || null, lastName: lastName || null, role: role || null };
}

/** The stored session; null without a token, or if it cannot be decoded. */
export const readStaff = (storage: Reader): StaffSession | null =>
  sessionOf(storage.getItem(TOKEN_KEY), storage.getItem(USER_KEY));

/** Reads the session for access checks: a token that cannot be decoded is removed together with its user (decision 98). */
export function readOrClearStaff(storage: Reader & Remover): StaffSession | null {
  const session = readStaff(storage);
  if (session === null) forget(storage);
  return session;
}

function forget(storage: Remover): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
}

const DRAFT = "staff-draft:";

/** Where this tab keeps an unfinished form of that colleague; logging out removes it, the end of a session does not. */
export const staffDraftKey = (staffId: number, form: string): string => `${DRAFT}${staffId}:${form}`;

const deleteStaffDrafts = (): void =>
  void tryStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
  });

const enrolmentDemanded = createStore(false);

/** The server refuses everything else to this session until it has a second factor. */
export const requireEnrollment = (): void => enrolmentDemanded.set(true);
export const endEnrollment = (): void => enrolmentDemanded.set(false);
export const useEnrollmentRequired = (): boolean => useStore(enrolmentDemanded);

let lastWords: string | null = null;
let signingOut = false;

/** Until the session has ended here, a call that is refused because it has ended at the server is no reason to show. */
export function beginStaffSignOut(): void {
  signingOut = true;
  deleteStaffDrafts();
}

export function storeStaff(token: string, staff: StaffAccount): void {
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(USER_KEY, JSON.stringify(staff));
  lastWords = null;
  signingOut = false;
  endEnrollment();
  storageChanged();
}

/** Removes the session from this device; if the server ended it, the login page shows `because`. */
export function endStaffSession(because: string | null): void {
  forget(localStorage);
  lastWords = signingOut ? null : because;
  endEnrollment();
  storageChanged();
}

/** Why the last session ended; null after logging out. */
export const staffSessionEndReason = (): string | null => lastWords;

/** The session on this device; follows logging in and out, in other tabs too. */
export function useStaff(): StaffSession | null {
  const token = useStored((storage) => storage.getItem(TOKEN_KEY));
  const user = useStored((storage) => storage.getItem(USER_KEY));
  return useMemo(() => sessionOf(token, user), [token, user]);
}
