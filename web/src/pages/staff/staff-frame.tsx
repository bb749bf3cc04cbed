/** The frame of every staff page: its bar with links and buttons, and the main part. */
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { BackToDashboard, StaffBar } from "../../features/layout/staff-bar.tsx";
import { ThemeSwitch } from "../../features/layout/theme-switch.tsx";
import { useStaff } from "../../session/staff-session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyNotice } from "../../ui/state-notice.tsx";

/** Roles whose desk calls the server answers; auditors read the log and the analytics. */
export const DESK_ROLES = ["desk", "staff", "manager", "admin"] as const;
/** Those of them that count the day's money. */
export const CASHIER_ROLES = ["staff", "manager", "admin"] as const;
/** Those that see the venue's revenue. */
export const REVENUE_ROLES = ["staff", "manager", "admin", "auditor"] as const;

interface StaffFrameProps extends Omit<ComponentProps<typeof StaffBar>, "children"> {
  /** The roles that may open the page; every role if absent. Others read that they may not. */
  roles?: readonly string[];
  /** The page's links and buttons; the switch of the theme comes after them. */
  actions: ReactNode;
  /** The layout of the main part. */
  className?: string;
  children: ReactNode;
}

export function StaffFrame({
  roles,
  actions,
  className = "page grid gap-5 py-5 pb-20",
  children,
  line,
  ...bar
}: StaffFrameProps) {
  const role = useStaff()?.role ?? null;
  const mayOpen = roles === undefined || role === null || roles.includes(role);
  return (
    <>
      <StaffBar {...bar} line={mayOpen ? line : null}>
        {mayOpen ? actions : <BackToDashboard role={role} />}
        <ThemeSwitch />
      </StaffBar>
      <main id="main" tabIndex={-1} className={className}>
        {mayOpen ? children : <NotForRole role={role} roles={roles ?? []} />}
      </main>
    </>
  );
}

const ROLE_NAMES: Readonly<Record<string, string>> = {
  desk: "the front desk",
  staff: "staff",
  manager: "managers",
  admin: "admins",
  auditor: "auditors",
};

interface NotForRoleProps {
  role: string | null;
  /** Who may open it. */
  roles: readonly string[];
  title?: string;
}

/** Says that a page is there, and for which roles. */
export function NotForRole({ role, roles, title = "This page is not for your role" }: NotForRoleProps) {
  const names = roles.map((one) => ROLE_NAMES[one] ?? one);
  const who = new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
  return (
    <EmptyNotice title={title}>
      {`It is for ${who}. Your role is ${role ?? "unknown"}. Ask an admin if that should change.`}
    </EmptyNotice>
  );
}

interface StaffLinkProps {
  to:
    | "/admin"
    | "/admin/board"
    | "/admin/guests"
    | "/admin/security"
    | "/admin/takings"
    | "/analytics"
    | "/audit";
  children: string;
}

/** A link of the bar to another staff page. */
export const StaffLink = ({ to, children }: StaffLinkProps) => (
  <Link to={to} className={buttonClass({ density: "dense" })}>
    {children}
  </Link>
);
