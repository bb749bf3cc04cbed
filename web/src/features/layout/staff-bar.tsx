/** The bar at the top of a staff page: its title, who is signed in, and links to other pages. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { signOutStaff } from "../../api/staff-sign-in.ts";
import { staffHub } from "../../session/staff-access.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { toast } from "../../ui/toast/toast.tsx";

interface StaffBarProps {
  title: string;
  /** Below the title: the welcome line, or how old the figures are. */
  line: ReactNode;
  /** Links and buttons of the page. */
  children: ReactNode;
}

export function StaffBar({ title, line, children }: StaffBarProps) {
  return (
    <header className="border-b border-control bg-sheet">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
        <div className="min-w-0">
          <PageHeading className="poster-type text-3xl">{title}</PageHeading>
          <p className="mt-1 flex flex-wrap gap-x-5 text-sm text-muted">{line}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
    </header>
  );
}

/** Links back to the main work page: the dashboard, or the log for auditors. */
export function BackToDashboard({ role }: { role: string | null }) {
  const home = staffHub(role);
  return (
    <Link to={home} className={buttonClass({ density: "dense" })}>
      {home === "/audit" ? "Back to Audit" : "Back to Dashboard"}
    </Link>
  );
}

/** Logs out and says so; the page's access check then leads to the login. */
export function LogoutButton() {
  const signOut = useMutation({
    mutationFn: signOutStaff,
    onSuccess: () => toast({ title: "Logged Out", description: "You have been logged out successfully." }),
  });
  return (
    <Button density="dense" busy={signOut.isPending} onClick={() => signOut.mutate()}>
      Logout
    </Button>
  );
}
