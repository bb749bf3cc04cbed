/** Staff's calls about staff accounts. */
import { queryOptions } from "@tanstack/react-query";
import type {
  NewStaffAccount,
  StaffAccount,
  StaffChanged,
  StaffCreated,
  StaffInvitation,
  StaffRole,
} from "../../../../bff/contract/staff/staff.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

export const STAFF_ACCOUNTS_KEY = [...STAFF_KEY, "accounts"] as const;

/** `GET /api/staff`: all accounts, the oldest first. */
export const staffAccountsQuery = queryOptions({
  queryKey: STAFF_ACCOUNTS_KEY,
  queryFn: ({ signal }) => staffRequest<StaffAccount[]>("GET", "/api/staff", undefined, { signal }),
  staleTime: 0,
});

/** `POST /api/staff/create`. @throws RequestError 400 with field errors, 403 by the role rules, 409 for a taken name or email. */
export const createStaffAccount = (account: NewStaffAccount): Promise<StaffCreated> =>
  staffRequest<StaffCreated>("POST", "/api/staff/create", account);

/** `POST /api/staff/invitations`: the colleague sets a password by a mailed link. @throws as `createStaffAccount`. */
export const inviteStaff = (account: StaffInvitation): Promise<StaffCreated> =>
  staffRequest<StaffCreated>("POST", "/api/staff/invitations", account);

/** `PATCH /api/staff/{id}/role`. @throws RequestError 403 by the role rules, 409 for the last active admin. */
export const changeStaffRole = (id: number, role: StaffRole): Promise<StaffChanged> =>
  staffRequest<StaffChanged>("PATCH", `/api/staff/${id}/role`, { role });

const CHANGES = {
  deactivate: ["PATCH", "/deactivate"],
  /** Mails the colleague a link. */
  mailPasswordLink: ["POST", "/password-link"],
  reactivate: ["PATCH", "/reactivate"],
  /** For a lost device. */
  removeSecondFactor: ["DELETE", "/second-factor"],
  /** Permanently. */
  delete: ["DELETE", ""],
} as const;
export type StaffChange = keyof typeof CHANGES;

/** Changes the account with this id. @throws RequestError 403 by the role rules, 409 for the last active admin. */
export function changeStaffAccount(change: StaffChange, id: number): Promise<StaffChanged> {
  const [method, path] = CHANGES[change];
  return staffRequest<StaffChanged>(method, `/api/staff/${id}${path}`);
}
