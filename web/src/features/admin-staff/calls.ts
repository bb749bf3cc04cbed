/** Staff's calls about staff accounts. */
import { queryOptions } from "@tanstack/react-query";
import type {
  NewStaffAccount,
  StaffAccount,
  StaffChanged,
  StaffCreated,
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

/** `PATCH /api/staff/{id}/deactivate`. @throws RequestError 403 by the role rules, 409 for the last active admin. */
export const deactivateStaffAccount = (id: number): Promise<StaffChanged> =>
  staffRequest<StaffChanged>("PATCH", `/api/staff/${id}/deactivate`);

/** `PATCH /api/staff/{id}/reactivate`. @throws RequestError 403 by the role rules. */
export const reactivateStaffAccount = (id: number): Promise<StaffChanged> =>
  staffRequest<StaffChanged>("PATCH", `/api/staff/${id}/reactivate`);

/** `DELETE /api/staff/{id}/second-factor`, for a lost device. @throws RequestError 403 by the role rules. */
export const removeSecondFactor = (id: number): Promise<StaffChanged> =>
  staffRequest<StaffChanged>("DELETE", `/api/staff/${id}/second-factor`);

/** `DELETE /api/staff/{id}`: permanently. @throws RequestError 403 by the role rules, 409 for the last active admin. */
export const deleteStaffAccount = (id: number): Promise<StaffChanged> =>
  staffRequest<StaffChanged>("DELETE", `/api/staff/${id}`);
