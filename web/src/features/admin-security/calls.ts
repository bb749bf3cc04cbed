/** Staff's calls about second factors: their own, and the roles that must have one. */
import { queryOptions } from "@tanstack/react-query";
import type {
  RecoveryCodes,
  SecondFactorChange,
  SecondFactorConfirmation,
  SecondFactorEnrolment,
  SecondFactorPolicy,
  SecondFactorStart,
  SecondFactorStatus,
  SecondFactorTurnedOff,
} from "../../../../bff/contract/staff/second-factor.ts";
import type { StaffRole } from "../../../../bff/contract/staff/staff.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

const PATH = "/api/staff/second-factor";
const POLICY_PATH = "/api/staff/second-factor-policy";

export const SECOND_FACTOR_KEY = [...STAFF_KEY, "second-factor"] as const;

/** `GET /api/staff/second-factor`: whether the account has one. */
export const secondFactorQuery = queryOptions({
  queryKey: SECOND_FACTOR_KEY,
  queryFn: ({ signal }) => staffRequest<SecondFactorStatus>("GET", PATH, undefined, { signal }),
  staleTime: 0,
});

/** `POST …/enrolment`: a new secret, which is inactive until its first code is confirmed. @throws RequestError 403 for a wrong password. */
export const beginEnrollment = (beginning: SecondFactorStart): Promise<SecondFactorEnrolment> =>
  staffRequest<SecondFactorEnrolment>("POST", `${PATH}/enrolment`, beginning);

/** @throws RequestError 400 for a wrong code, or if the enrollment took too long. */
export const confirmEnrollment = (confirmation: SecondFactorConfirmation): Promise<RecoveryCodes> =>
  staffRequest<RecoveryCodes>("POST", PATH, confirmation);

/** @throws RequestError 403 for a wrong password, 400 for a wrong code, 429 after too many. */
export const renewRecoveryCodes = (proof: SecondFactorChange): Promise<RecoveryCodes> =>
  staffRequest<RecoveryCodes>("POST", `${PATH}/recovery-codes`, proof);

/** @throws RequestError 403 for a wrong password, 400 for a wrong code, 429 after too many. */
export const turnOffSecondFactor = (proof: SecondFactorChange): Promise<SecondFactorTurnedOff> =>
  staffRequest<SecondFactorTurnedOff>("POST", `${PATH}/turn-off`, proof);

export const SECOND_FACTOR_POLICY_KEY = [...STAFF_KEY, "second-factor-policy"] as const;

/** `GET /api/staff/second-factor-policy`. */
export const secondFactorPolicyQuery = queryOptions({
  queryKey: SECOND_FACTOR_POLICY_KEY,
  queryFn: ({ signal }) => staffRequest<SecondFactorPolicy>("GET", POLICY_PATH, undefined, { signal }),
  staleTime: 0,
});

/** `PUT /api/staff/second-factor-policy`, for admins. */
export const setSecondFactorPolicy = (roles: StaffRole[]): Promise<SecondFactorPolicy> =>
  staffRequest<SecondFactorPolicy>("PUT", POLICY_PATH, { roles });
