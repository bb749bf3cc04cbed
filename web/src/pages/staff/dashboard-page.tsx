/** Owns `/admin`: the dashboard's bar, its figures, and its tabs, kept up to date while it is open (SPEC §2). */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { clockSeconds } from "../../../../bff/contract/venue-time.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { bookingSummaryQuery } from "../../api/staff-bookings.ts";
import { inquiriesQuery } from "../../api/staff-inquiries.ts";
import { BookingDialog } from "../../features/admin-bookings/booking-dialog.tsx";
import { BookingsTab } from "../../features/admin-bookings/bookings-tab.tsx";
import { StatCards } from "../../features/admin-bookings/stat-cards.tsx";
import { CallerDialog } from "../../features/admin-caller/caller-dialog.tsx";
import type { CallerStart } from "../../features/admin-caller/caller-start.ts";
import { ErasureNotice } from "../../features/admin-erasure/erasure-notice.tsx";
import { FeedbackTab } from "../../features/admin-feedback/feedback-tab.tsx";
import { InquiriesTab } from "../../features/admin-inquiries/inquiries-tab.tsx";
import { StaffTab } from "../../features/admin-staff/staff-tab.tsx";
import { LogoutButton, StaffBar } from "../../features/layout/staff-bar.tsx";
import { ThemeSwitch } from "../../features/layout/theme-switch.tsx";
import { useLiveStaff } from "../../live/use-live-staff.ts";
import { readsLog, useStaffPage } from "../../session/staff-guard.ts";
import type { StaffSession } from "../../session/staff-session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { bookingPageOf, type DashboardSearch, dashboardSearch, withBookingPage } from "./dashboard-search.ts";
import { StaffOwnAccess } from "./staff-own-access.tsx";

const route = getRouteApi("/admin");

export function DashboardPage() {
  const staff = useStaffPage();
  const rooms = useQuery(roomsQuery);
  if (staff === null) return null;
  return (
    <>
      <DashboardBar staff={staff} zone={rooms.data?.[0]?.timeZone} />
      <main id="main" tabIndex={-1} className="page py-5 pb-20">
        {rooms.data?.[0] ? (
          <Dashboard staff={staff} rooms={rooms.data} zone={rooms.data[0].timeZone} />
        ) : rooms.isError ? (
          <FailureNotice title="Unable to Load Rooms" onRetry={() => void rooms.refetch()} />
        ) : (
          <Skeleton className="h-24" />
        )}
      </main>
    </>
  );
}

function DashboardBar({ staff, zone }: { staff: StaffSession; zone: string | undefined }) {
  const search = route.useSearch();
  const { data: summary } = useQuery(bookingSummaryQuery(bookingPageOf(search)));
  const live = useLiveStaff();
  const name = [staff.firstName, staff.lastName].filter(Boolean).join(" ");
  return (
    <StaffBar
      title="Admin Dashboard"
      line={
        <>
          <span>Welcome back{name && `, ${name}`}</span>
          {summary && zone && (
            <span className="figures">Last updated {clockSeconds(new Date(summary.lastUpdated), zone)}</span>
          )}
          {(live === "error" || live === "disconnected") && (
            <span role="status">Live updates lost, connecting again...</span>
          )}
        </>
      }
    >
      <Link to="/analytics" className={buttonClass({ density: "dense" })}>
        Analytics
      </Link>
      {readsLog(staff) && (
        <Link to="/audit" className={buttonClass({ density: "dense" })}>
          Audit
        </Link>
      )}
      <a href="/" className={buttonClass({ density: "dense" })}>
        Homepage
      </a>
      <Link to="/admin/security" className={buttonClass({ density: "dense" })}>
        Security
      </Link>
      <LogoutButton />
      <ThemeSwitch />
    </StaffBar>
  );
}

function Dashboard({ staff, rooms, zone }: { staff: StaffSession; rooms: readonly Room[]; zone: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = bookingPageOf(search);
  const { data: summary, isError: summaryFailed } = useQuery(bookingSummaryQuery(page));
  const { data: inquiries } = useQuery(inquiriesQuery(search.messages ?? 1));

  const [caller, setCaller] = useState<CallerStart | null>(null);

  const go = useCallback(
    (change: (search: DashboardSearch) => DashboardSearch, replace: boolean) =>
      void navigate({ search: change, replace, resetScroll: false }),
    [navigate],
  );
  const tabs = [
    { value: "bookings", label: <TabName name="Bookings" count={summary?.filtered} /> },
    { value: "messages", label: <TabName name="Messages" count={inquiries?.total} /> },
    { value: "feedback", label: "Feedback" },
    { value: "staff", label: "Staff Management" },
  ] as const;
  const tab = search.tab ?? "bookings";

  return (
    <div className="grid gap-5">
      {staff.role === "admin" && <ErasureNotice />}
      <StatCards summary={summary} failed={summaryFailed} />
      <Tabs
        label="Dashboard"
        tabs={tabs}
        value={tab}
        onChange={(chosen) => go((old) => dashboardSearch.parse({ ...old, tab: chosen }), false)}
      >
        {tab === "bookings" && (
          <BookingsTab
            rooms={rooms}
            zone={zone}
            page={page}
            total={summary?.filtered}
            onPage={(change) => go((old) => withBookingPage(old, change), change.page === undefined)}
            onOpen={(booking) => go((old) => ({ ...old, booking }), false)}
            onCaller={() => setCaller({})}
          />
        )}
        {tab === "messages" && (
          <InquiriesTab
            rooms={rooms}
            zone={zone}
            page={search.messages ?? 1}
            onPage={(next) => go((old) => dashboardSearch.parse({ ...old, messages: next }), false)}
          />
        )}
        {tab === "feedback" && (
          <FeedbackTab
            zone={zone}
            roomId={search.room ?? null}
            onRoom={(room) => go((old) => dashboardSearch.parse({ ...old, room: room ?? undefined }), true)}
          />
        )}
        {tab === "staff" && (
          <div className="grid gap-8">
            <StaffTab ownId={staff.id} zone={zone} />
            <StaffOwnAccess />
          </div>
        )}
      </Tabs>
      <CallerDialog
        open={caller}
        rooms={rooms}
        zone={zone}
        onClose={() => setCaller(null)}
        onBooked={(booking) => go((old) => ({ ...old, booking }), false)}
      />
      <BookingDialog
        bookingId={search.booking ?? null}
        zone={zone}
        onClose={() => go((old) => dashboardSearch.parse({ ...old, booking: undefined }), false)}
      />
    </div>
  );
}

function TabName({ name, count }: { name: string; count: number | undefined }) {
  return (
    <span className="figures">
      {name}
      {count !== undefined && ` (${count.toLocaleString("en-US")})`}
    </span>
  );
}
