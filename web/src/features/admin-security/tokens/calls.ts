/** Admins' calls that list, make and end tokens. */
import { queryOptions } from "@tanstack/react-query";
import type { MadeToken, NewToken, Token } from "../../../../../bff/contract/open/tokens.ts";
import { staffRequest } from "../../../api/staff-request.ts";
import { STAFF_KEY } from "../../../session/staff-session.ts";

export const TOKENS_KEY = [...STAFF_KEY, "tokens"] as const;

/** `GET /api/tokens`, the newest first. */
export const tokensQuery = queryOptions({
  queryKey: TOKENS_KEY,
  queryFn: ({ signal }) => staffRequest<Token[]>("GET", "/api/tokens", undefined, { signal }),
  staleTime: 0,
});

/** `POST /api/tokens`. @throws RequestError 400 with field errors, also for a wrong code. */
export const makeToken = (token: NewToken): Promise<MadeToken> =>
  staffRequest<MadeToken>("POST", "/api/tokens", token);

/** `DELETE /api/tokens/{id}`. */
export const endToken = (id: number): Promise<Token> => staffRequest<Token>("DELETE", `/api/tokens/${id}`);
