/** The controls by which staff change their own access: a new password, and logging out on every device. */
import { changeStaffPassword, signOutStaffEverywhere } from "../../api/staff-sign-in.ts";
import { PasswordAndSessions } from "../../features/auth/password-and-sessions.tsx";
import { toast } from "../../ui/toast/toast.tsx";

export function StaffOwnAccess() {
  return (
    <PasswordAndSessions
      density="dense"
      change={changeStaffPassword}
      signOutEverywhere={async () => {
        await signOutStaffEverywhere();
        toast({ title: "Logged Out", description: "You have been logged out on every device." });
      }}
    />
  );
}
