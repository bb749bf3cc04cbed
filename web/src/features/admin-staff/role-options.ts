/** The roles that a colleague can be given, with their names: only an admin makes an admin. */
import type { StaffRole } from "../../../../bff/contract/staff/staff.ts";

const ROLES: readonly (readonly [StaffRole, string])[] = [
  ["desk", "Front desk (no revenue)"],
  ["staff", "Staff"],
  ["manager", "Manager"],
  ["admin", "Admin"],
  ["auditor", "Auditor"],
];

export const roleOptions = (ownRole: string | null): (readonly [StaffRole, string])[] =>
  ROLES.filter(([role]) => role !== "admin" || ownRole === "admin");
