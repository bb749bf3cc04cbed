/** The calls about a visit that was shared with the caller. */
import { queryOptions } from "@tanstack/react-query";
import type { SharedVisit } from "../../../bff/contract/customer/shared-visit.ts";
import { read } from "./request.ts";

const pathOf = (token: string): string => `/api/visits/${encodeURIComponent(token)}`;

/** `GET /api/visits/{token}`. @throws RequestError 403 for a link that is no longer valid. */
export const sharedVisitQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared-visit", token],
    queryFn: read<SharedVisit>(pathOf(token)),
    staleTime: 0,
  });

/** The address of the visit's calendar file. */
export const sharedCalendarHref = (token: string): string => `${pathOf(token)}/calendar.ics`;
