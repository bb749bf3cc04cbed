/** Restricts the staff's pages to a person with a token that can be decoded; everyone else is led to the login (decision 98). */
import { useQueryClient } from "@tanstack/react-query";
import { redirect, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import {
  readOrClearStaff,
  STAFF_KEY,
  type StaffSession,
  staffSessionEndReason,
  useEnrollmentRequired,
  useStaff,
} from "./staff-session.ts";

/** The staff's own pages: the only pages that the login leads back to. */
const STAFF_PAGES =
  /^\/(?:admin(?:\/board|\/security|\/takings|\/receipt\/\d+|\/guests(?:\/[\da-f-]{36})?)?|analytics|audit(?:\/(?:booking|room)\/\d+)?)$/;

/** The page among them whose calls refuse auditors. */
const DASHBOARD = "/admin";

/** The page from which a role reaches everything: auditors read the log and change nothing. */
export const staffHub = (role: string | null): "/admin" | "/audit" =>
  role === "auditor" ? "/audit" : DASHBOARD;

/** The first page after a login: the front desk begins its day on the board (decision 238). */
export const staffHome = (role: string | null): "/admin" | "/admin/board" | "/audit" =>
  role === "desk" ? "/admin/board" : staffHub(role);

/** Whether the pages offer the log to this role; the server checks every call. */
export const readsLog = ({ role }: Pick<StaffSession, "role">): boolean =>
  role === "auditor" || role === "manager" || role === "admin";

/** Whether this role sets up the venue, its rooms, closures and billing accounts. */
export const managesVenue = ({ role }: Pick<StaffSession, "role">): boolean =>
  role === "manager" || role === "admin";

/** Runs before a page is loaded. @throws a redirect to the login. */
export function requireStaff(): void {
  if (readOrClearStaff(localStorage) === null) throw redirect({ to: "/login" });
}

/**
 * While a page is open: when the session ends (logged out here or in another tab, or ended by the server), drops all data that was read
 * and goes to the login. After a session that the server ended, the login leads back to the same page. If the server demands a second
 * factor first, the page leads to where it is set up.
 */
export function useStaffAccess(): StaffSession | null {
  const staff = useStaff();
  const navigate = useNavigate();
  const client = useQueryClient();
  const signedOut = staff === null;
  useEffect(() => {
    if (!signedOut) return;
    readOrClearStaff(localStorage);
    client.removeQueries({ queryKey: STAFF_KEY });
    const { pathname, search } = window.location;
    const resumed = staffSessionEndReason() !== null;
    void navigate({ to: "/login", search: resumed ? { redirect: pathname + search } : {} });
  }, [signedOut, navigate, client]);
  const mustEnrol = useEnrollmentRequired();
  useEffect(() => {
    if (mustEnrol) void navigate({ to: "/admin/security", replace: true });
  }, [mustEnrol, navigate]);
  return staff;
}

/** Where the login leads to: the requested page if it is one of the staff's, or else the role's first page; never another site. */
export function staffReturnPath(asked: string | undefined, role: string | null): string {
  const home = staffHome(role);
  if (asked === undefined || !URL.canParse(asked, window.location.origin)) return home;
  const { origin, pathname, search } = new URL(asked, window.location.origin);
  const own = origin === window.location.origin && STAFF_PAGES.test(pathname);
  return own && (role !== "auditor" || pathname !== DASHBOARD) ? pathname + search : home;
}
