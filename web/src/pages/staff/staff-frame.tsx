/** The frame of every staff page: its bar with links and buttons, and the main part. */
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { StaffBar } from "../../features/layout/staff-bar.tsx";
import { ThemeSwitch } from "../../features/layout/theme-switch.tsx";
import { buttonClass } from "../../ui/button.tsx";

interface StaffFrameProps extends Omit<ComponentProps<typeof StaffBar>, "children"> {
  /** The page's links and buttons; the switch of the theme comes after them. */
  actions: ReactNode;
  /** The layout of the main part. */
  className?: string;
  children: ReactNode;
}

export function StaffFrame({
  actions,
  className = "page grid gap-5 py-5 pb-20",
  children,
  ...bar
}: StaffFrameProps) {
  return (
    <>
      <StaffBar {...bar}>
        {actions}
        <ThemeSwitch />
      </StaffBar>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
    </>
  );
}

interface StaffLinkProps {
  to: "/admin" | "/admin/board" | "/admin/security" | "/admin/takings" | "/analytics" | "/audit";
  children: string;
}

/** A link of the bar to another staff page. */
export const StaffLink = ({ to, children }: StaffLinkProps) => (
  <Link to={to} className={buttonClass({ density: "dense" })}>
    {children}
  </Link>
);
