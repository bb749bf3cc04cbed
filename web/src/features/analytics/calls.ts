/** Staff's call that reads the venue's figures. */
import { queryOptions } from "@tanstack/react-query";
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import type { PeriodFigures, PeriodQuery } from "../../../../bff/contract/analytics/analytics-period.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

const FIVE_MINUTES = 5 * 60_000;

/** `GET /api/analytics`, fetched whenever the page is opened and every 5 minutes while it is open. */
export const analyticsQuery = queryOptions({
  queryKey: [...STAFF_KEY, "analytics"],
  queryFn: ({ signal }) => staffRequest<Analytics>("GET", "/api/analytics", undefined, { signal }),
  staleTime: 0,
  refetchInterval: FIVE_MINUTES,
});

/** `GET /api/analytics` for a period: its figures and those of as many days before. @throws RequestError that names the wrong day. */
export const periodQuery = ({ from, to }: PeriodQuery) =>
  queryOptions({
    queryKey: [...STAFF_KEY, "analytics", { from, to }],
    async queryFn({ signal }): Promise<Record<"period" | "before", PeriodFigures>> {
      const path = `/api/analytics?${new URLSearchParams({ from, to })}`;
      const { period, before } = await staffRequest<Analytics>("GET", path, undefined, { signal });
      if (!period || !before) throw new Error("The answer has no period");
      return { period, before };
    },
    staleTime: 0,
    refetchInterval: FIVE_MINUTES,
  });
