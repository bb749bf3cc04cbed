/**
 * The page `/admin/security`: the reader's second factor; for admins the roles that must have one, tokens, and erasing a person; for auditors,
 * who have no dashboard, their password.
 */
import { ErasureCard } from "../../features/admin-erasure/erasure-card.tsx";
import { PolicyCard } from "../../features/admin-security/policy-card.tsx";
import { SecondFactorCard } from "../../features/admin-security/second-factor-card.tsx";
import { TokensCard } from "../../features/admin-security/tokens/tokens-card.tsx";
import { BackToDashboard, LogoutButton } from "../../features/layout/staff-bar.tsx";
import { useStaffAccess } from "../../session/staff-access.ts";
import { useEnrollmentRequired } from "../../session/staff-session.ts";
import { StaffFrame } from "./staff-frame.tsx";
import { StaffOwnAccess } from "./staff-own-access.tsx";

export function SecurityPage() {
  const staff = useStaffAccess();
  const mustEnrol = useEnrollmentRequired();
  if (staff === null) return null;
  return (
    <StaffFrame
      title="Security"
      line="How your account is protected"
      className="page grid max-w-4xl gap-5 py-5 pb-20"
      actions={
        <>
          <BackToDashboard role={staff.role} />
          <LogoutButton />
        </>
      }
    >
      <SecondFactorCard />
      {staff.role === "admin" && !mustEnrol && (
        <>
          <PolicyCard />
          <TokensCard />
          <ErasureCard />
        </>
      )}
      {staff.role === "auditor" && !mustEnrol && <StaffOwnAccess />}
    </StaffFrame>
  );
}
