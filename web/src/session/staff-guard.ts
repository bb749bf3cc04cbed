/** Who may see the staff's pages: a person with a token that can be decoded; everyone else is led to the login (decision 98). */
import { useQueryClient } from "@tanstack/react-query";
import { redirect, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import {
  guardedStaff,
  readStaff,
  STAFF_KEY,
  type StaffSession,
  staffSessionEndedBecause,
  useEnrolmentDemanded,
  useStaff,
} from "./staff-session.ts";

/** The staff's own pages: the only ones the login leads back to. */
const STAFF_PAGES =
  /^\/(?:admin(?:\/board|\/security|\/takings|\/receipt\/\d+|\/guests\/[\da-f-]{36})?|analytics|audit(?:\/(?:booking|room)\/\d+)?)$/;

/** Of them, those whose calls refuse auditors. */
const DASHBOARD = "/admin";

/** Where whoever of this role begins: auditors read the log and change nothing. */
export const staffHome = (role: string | null): "/admin" | "/audit" =>
  role === "auditor" ? "/audit" : DASHBOARD;

/** Who reads the log, by what the pages know; the server decides at every call. */
export const readsLog = ({ role }: Pick<StaffSession, "role">): boolean =>
  role === "auditor" || role === "manager" || role === "admin";

/** Before a page is loaded. @throws a redirect to the login. */
export function requireStaffPage(): void {
  if (guardedStaff(localStorage) === null) throw redirect({ to: "/login" });
}

/** The same of the dashboard, which would show auditors nothing but refusals. @throws a redirect. */
export function requireDashboard(): void {
  requireStaffPage();
  const home = staffHome(readStaff(localStorage)?.role ?? null);
  if (home !== DASHBOARD) throw redirect({ to: home });
}

/**
 * While a page is open: once the session is gone (logged out here or in another tab, or ended by the server), all that
 * was read is thrown away and the login takes over. A session that the server ended can go on where it was; one of which a second
 * factor is demanded first is led to its setting up.
 */
export function useStaffPage(): StaffSession | null {
  const staff = useStaff();
  const navigate = useNavigate();
  const client = useQueryClient();
  const signedOut = staff === null;
  useEffect(() => {
    if (!signedOut) return;
    guardedStaff(localStorage);
    client.removeQueries({ queryKey: STAFF_KEY });
    const { pathname, search } = window.location;
    const resumed = staffSessionEndedBecause() !== null;
    void navigate({ to: "/login", search: resumed ? { redirect: pathname + search } : {} });
  }, [signedOut, navigate, client]);
  const mustEnrol = useEnrolmentDemanded();
  useEffect(() => {
    if (mustEnrol) void navigate({ to: "/admin/security", replace: true });
  }, [mustEnrol, navigate]);
  return staff;
}

/** Where the login leads to: the staff's own page that was asked for, else where their role begins; never another site. */
export function staffReturnPath(asked: string | undefined, role: string | null): string {
  const home = staffHome(role);
  if (asked === undefined || !URL.canParse(asked, window.location.origin)) return home;
  const { origin, pathname, search } = new URL(asked, window.location.origin);
  const own = origin === window.location.origin && STAFF_PAGES.test(pathname);
  return own && (home === DASHBOARD || pathname !== DASHBOARD) ? pathname + search : home;
}
