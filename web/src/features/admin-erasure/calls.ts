/** Admins' calls that erase a person and list who asks for it. */
import { queryOptions } from "@tanstack/react-query";
import type {
  ErasureRequest,
  ErasureResult,
  ErasureSubmission,
} from "../../../../bff/contract/staff/erasure.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

/** `GET /api/erasures`, for admins. */
export const erasureRequestsQuery = queryOptions({
  queryKey: [...STAFF_KEY, "erasures"],
  queryFn: ({ signal }) => staffRequest<ErasureRequest[]>("GET", "/api/erasures", undefined, { signal }),
  staleTime: 0,
});

/** `POST /api/erasures`, for admins. @throws RequestError 400 with field errors, 409 for a colleague's email. */
export const erasePerson = (order: ErasureSubmission): Promise<ErasureResult> =>
  staffRequest<ErasureResult>("POST", "/api/erasures", order);
