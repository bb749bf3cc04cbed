/**
 * `/analytics`: the venue's figures in four tabs, and the figures of a period below
 * them; refreshed every five minutes, with an export (decision 138).
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import { clockSeconds } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { saveJson } from "../../browser/save-file.ts";
import { AnalyticsSkeleton, AnalyticsUnavailable } from "../../features/analytics/analytics-states.tsx";
import { analyticsQuery } from "../../features/analytics/calls.ts";
import { exportFile } from "../../features/analytics/export-data.ts";
import { BookingsPanel, CustomersPanel, RevenuePanel } from "../../features/analytics/panels.tsx";
import { DEFAULT_PRESET } from "../../features/analytics/period-choice.ts";
import { PeriodSection } from "../../features/analytics/period-section.tsx";
import { RoomsPanel } from "../../features/analytics/rooms-panel.tsx";
import { TopCards } from "../../features/analytics/top-cards.tsx";
import { BackToDashboard } from "../../features/layout/staff-bar.tsx";
import { useStaffAccess } from "../../session/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { periodIn } from "./analytics-period-search.ts";
import { REVENUE_ROLES, StaffFrame } from "./staff-frame.tsx";

const TABS = [
  { value: "revenue", label: "Revenue" },
  { value: "bookings", label: "Bookings" },
  { value: "rooms", label: "Room Utilization" },
  { value: "customers", label: "Customers" },
] as const;
const route = getRouteApi("/analytics");

export function AnalyticsPage() {
  const staff = useStaffAccess();
  const { data, isError, isFetching, refetch } = useQuery({ ...analyticsQuery, enabled: staff !== null });
  if (staff === null) return null;
  return (
    <StaffFrame
      roles={REVENUE_ROLES}
      title="Analytics"
      line={
        data ? (
          <span className="figures">
            Last updated {clockSeconds(new Date(data.generatedAt), data.timeZone)}, renewed every 5 minutes
          </span>
        ) : (
          "The venue's figures"
        )
      }
      actions={
        <>
          <BackToDashboard role={staff.role} />
          <Button density="dense" busy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
          <Button
            density="dense"
            inert={!data}
            onClick={() => data && saveJson(exportFile(data, new Date()))}
          >
            Export Data
          </Button>
        </>
      }
    >
      {isError && <AnalyticsUnavailable retrying={isFetching} onRetry={() => void refetch()} />}
      {data && <Figures analytics={data} />}
      {!data && !isError && <AnalyticsSkeleton />}
    </StaffFrame>
  );
}

function Figures({ analytics }: { analytics: Analytics }) {
  const search = route.useSearch();
  const tab = search.tab ?? "revenue";
  const navigate = route.useNavigate();
  const chosen = periodIn(search, venueDayOf(new Date(analytics.generatedAt), analytics.timeZone));
  return (
    <>
      <TopCards {...analytics} />
      <Tabs
        label="Analytics"
        tabs={TABS}
        value={tab}
        onChange={(next) =>
          void navigate({
            search: (before) => ({ ...before, tab: next === "revenue" ? undefined : next }),
            resetScroll: false,
          })
        }
      >
        {tab === "revenue" && <RevenuePanel {...analytics} />}
        {tab === "bookings" && <BookingsPanel {...analytics} />}
        {tab === "rooms" && <RoomsPanel {...analytics} />}
        {tab === "customers" && <CustomersPanel {...analytics} />}
      </Tabs>
      <PeriodSection
        {...chosen}
        onPreset={(preset) =>
          void navigate({
            search: { tab: search.tab, period: preset === DEFAULT_PRESET ? undefined : preset },
            resetScroll: false,
          })
        }
        onDays={(days) => void navigate({ search: { tab: search.tab, ...days }, resetScroll: false })}
      />
    </>
  );
}
