/**
 * The frame of every audit page: its bar, the links to the other pages that its
 * reader may see, and a notice for those who may not read the log.
 */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { LogoutButton } from "../../features/layout/staff-bar.tsx";
import { readsLog, useStaffAccess } from "../../session/staff-access.ts";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { NotForRole, StaffFrame, StaffLink } from "../staff/staff-frame.tsx";

interface AuditFrameProps {
  title: string;
  line: ReactNode;
  /** Whether this is the page of the log itself; the other pages link back to it. */
  isLog?: boolean;
  children(rooms: readonly Room[]): ReactNode;
}

export function AuditFrame({ title, line, isLog = false, children }: AuditFrameProps) {
  const staff = useStaffAccess();
  const rooms = useQuery(roomsQuery);
  if (staff === null) return null;
  return (
    <StaffFrame
      title={title}
      line={line}
      actions={
        <>
          {!isLog && readsLog(staff) && <StaffLink to="/audit">The Log</StaffLink>}
          {staff.role !== "auditor" && <StaffLink to="/admin">Back to Dashboard</StaffLink>}
          <StaffLink to="/analytics">Analytics</StaffLink>
          <StaffLink to="/admin/security">Security</StaffLink>
          <LogoutButton />
        </>
      }
    >
      {!readsLog(staff) ? (
        <NotForRole
          role={staff.role}
          roles={["auditor", "manager", "admin"]}
          title="The log is not for your role"
        />
      ) : rooms.data ? (
        children(rooms.data)
      ) : (
        <QueryPlaceholder of={rooms} failed="Unable to Load Rooms" className="h-24" />
      )}
    </StaffFrame>
  );
}
