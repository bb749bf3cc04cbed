/** The page `/audit`: reading the log, looking at the past, verifying the log, and exporting it. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { zoneName } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { type AuditFilter, auditEventsQuery, auditKindsQuery } from "../../api/audit/staff-audit.ts";
import { fieldErrors } from "../../api/refusal.ts";
import { AsOfForms } from "../../features/audit/as-of-forms.tsx";
import { AuditFilters } from "../../features/audit/audit-filters.tsx";
import { EventLog } from "../../features/audit/event-log.tsx";
import { LogDownload } from "../../features/audit/log-download.tsx";
import { VerifyPanel } from "../../features/audit/verification/verify-panel.tsx";
import { useZone } from "../../format/venue.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { AuditFrame } from "./audit-frame.tsx";
import { auditSearch, filterIn } from "./audit-search.ts";

const TABS = [
  { value: "log", label: "Log" },
  { value: "look-back", label: "Look Back" },
  { value: "verify", label: "Verify" },
  { value: "take-along", label: "Export" },
] as const;

const route = getRouteApi("/audit");

export function AuditPage() {
  return (
    <AuditFrame title="Audit" line="All events, as they were sealed" isLog>
      {(rooms) => <Audit rooms={rooms} />}
    </AuditFrame>
  );
}

function Audit({ rooms }: { rooms: readonly Room[] }) {
  const zone = useZone();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tab = search.tab ?? "log";
  const filter = useFilter(filterIn(search));
  const { stream, booking, from, to } = filter;
  const exported = { stream: stream ?? (booking && `booking-${booking}`), from, to };
  return (
    <Tabs
      label="Audit"
      tabs={TABS}
      value={tab}
      onChange={(chosen) =>
        void navigate({
          search: (old) => ({ ...old, tab: chosen === "log" ? undefined : chosen }),
          resetScroll: false,
        })
      }
    >
      {tab === "log" && <Log rooms={rooms} filter={filter} />}
      {tab === "look-back" && <AsOfForms rooms={rooms} today={venueDayOf(new Date(), zone)} />}
      {tab === "verify" && <VerifyPanel />}
      {tab === "take-along" && (
        <LogDownload part={exported} alsoNarrowed={Boolean(filter.type || filter.actor || filter.room)} />
      )}
    </Tabs>
  );
}

/** The same filter stays the same object when another part of the address changes. */
function useFilter(filter: AuditFilter): AuditFilter {
  const key = JSON.stringify(filter);
  return useMemo(() => JSON.parse(key), [key]);
}

function Log({ rooms, filter }: { rooms: readonly Room[]; filter: AuditFilter }) {
  const zone = useZone();
  const navigate = route.useNavigate();
  const { cursor } = route.useSearch();
  const from = cursor === undefined ? null : String(cursor);
  const { error } = useInfiniteQuery(auditEventsQuery(filter, from));
  const { data: kinds = [] } = useQuery(auditKindsQuery);
  return (
    <div className="grid gap-6">
      <AuditFilters
        filter={filter}
        rooms={rooms}
        kinds={kinds}
        complaints={fieldErrors(error)}
        onFilter={(chosen) => void navigate({ search: auditSearch.parse(chosen), resetScroll: false })}
      />
      <p className="-mt-3 text-sm text-muted">Times are {zoneName(zone, new Date())}.</p>
      <EventLog
        key={`${JSON.stringify(filter)} ${from}`}
        filter={filter}
        cursor={from}
        onCursor={(next) =>
          void navigate({ search: (old) => ({ ...old, cursor: next ?? undefined }), resetScroll: true })
        }
      />
    </div>
  );
}
