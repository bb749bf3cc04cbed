/**
 * The frame of every audit page: its bar, the links to the other pages that its
 * reader may see, and a notice for those who may not read the log.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { LogoutButton, StaffBar } from "../../features/layout/staff-bar.tsx";
import { ThemeSwitch } from "../../features/layout/theme-switch.tsx";
import { readsLog, useStaffPage } from "../../session/staff-guard.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Awaited, EmptyNotice } from "../../ui/state-notice.tsx";

interface AuditFrameProps {
  title: string;
  line: ReactNode;
  /** Whether this is the page of the log itself; the other pages link back to it. */
  isLog?: boolean;
  children(rooms: readonly Room[]): ReactNode;
}

const WAY = buttonClass({ density: "dense" });

export function AuditFrame({ title, line, isLog = false, children }: AuditFrameProps) {
  const staff = useStaffPage();
  const rooms = useQuery(roomsQuery);
  if (staff === null) return null;
  return (
    <>
      <StaffBar title={title} line={line}>
        {!isLog && readsLog(staff) && (
          <Link to="/audit" className={WAY}>
            The Log
          </Link>
        )}
        {staff.role !== "auditor" && (
          <Link to="/admin" className={WAY}>
            Back to Dashboard
          </Link>
        )}
        <Link to="/analytics" className={WAY}>
          Analytics
        </Link>
        <Link to="/admin/security" className={WAY}>
          Security
        </Link>
        <LogoutButton />
        <ThemeSwitch />
      </StaffBar>
      <main id="main" tabIndex={-1} className="page grid gap-5 py-5 pb-20">
        {!readsLog(staff) ? (
          <EmptyNotice title="The log is not for your role">
            Auditors, managers and admins read it. Ask an admin if you should.
          </EmptyNotice>
        ) : rooms.data ? (
          children(rooms.data)
        ) : (
          <Awaited of={rooms} failed="Unable to Load Rooms" className="h-24" />
        )}
      </main>
    </>
  );
}
