/** `/admin`: the dashboard's bar, its figures, and its tabs, kept up to date while it is open. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { StaffInquiry } from "../../../../bff/contract/staff/staff-inquiry.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { clockSeconds } from "../../../../core/venue/time/time-format.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { bookingSummaryQuery } from "../../api/staff-bookings.ts";
import { type MessagePage, messageSummaryQuery } from "../../api/staff-messages.ts";
import { BookingDialog } from "../../features/admin-bookings/booking-dialog.tsx";
import { BookingsTab } from "../../features/admin-bookings/bookings-tab.tsx";
import { StatCards } from "../../features/admin-bookings/stat-cards.tsx";
import { ClosuresTab } from "../../features/admin-closures/closures-tab.tsx";
import { ErasureNotice } from "../../features/admin-erasure/erasure-notice.tsx";
import { FeedbackTab } from "../../features/admin-feedback/feedback-tab.tsx";
import { MessagesTab } from "../../features/admin-messages/messages-tab.tsx";
import { PhoneBookingDialog } from "../../features/admin-phone-booking/phone-booking-dialog.tsx";
import type { PhoneBookingStart } from "../../features/admin-phone-booking/phone-booking-start.ts";
import { useInterruptedBooking } from "../../features/admin-phone-booking/stored-draft.ts";
import { RoomsTab } from "../../features/admin-rooms/rooms-tab.tsx";
import { SettingsTab } from "../../features/admin-settings/settings-tab.tsx";
import { SetupNotice } from "../../features/admin-settings/setup/setup-notice.tsx";
import { StaffTab } from "../../features/admin-staff/staff-tab.tsx";
import { LogoutButton } from "../../features/layout/staff-bar.tsx";
import { count } from "../../format/counts.ts";
import { useZone } from "../../format/venue.ts";
import { useLiveStaff } from "../../live/use-live-staff.ts";
import { managesVenue, readsLog, useStaffAccess } from "../../session/staff-access.ts";
import type { StaffSession } from "../../session/staff-session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import {
  bookingPageOf,
  type DashboardSearch,
  dashboardSearch,
  messagePageOf,
  withBookingPage,
  withMessagePage,
} from "./dashboard-search.ts";
import { ImportTab, IntegrationsTab } from "./lazy-admin.tsx";
import { AccountsTab, InvoiceDialog } from "./lazy-billing.tsx";
import { RoomPreview } from "./room-preview.tsx";
import { DESK_ROLES, NotForRole, StaffFrame, StaffLink } from "./staff-frame.tsx";
import { StaffOwnAccess } from "./staff-own-access.tsx";

const route = getRouteApi("/admin");

/** The tabs that only managers and admins may use, as on the server; they are not offered to other roles. */
const VENUE_TABS = [
  { value: "rooms", label: "Rooms" },
  { value: "closures", label: "Closures" },
  { value: "accounts", label: "Accounts" },
  { value: "house", label: "Venue" },
] as const;

/** Of admins alone. */
const ADMIN_TABS = [
  { value: "import", label: "Import" },
  { value: "integrations", label: "Integrations" },
] as const;

export function DashboardPage() {
  const staff = useStaffAccess();
  const rooms = useQuery(roomsQuery);
  if (staff === null) return null;
  return (
    <StaffFrame
      title="Admin Dashboard"
      roles={DESK_ROLES}
      line={<Welcome staff={staff} />}
      actions={
        <>
          <StaffLink to="/admin/board">Board</StaffLink>
          <StaffLink to="/admin/guests">Guests</StaffLink>
          {staff.role !== "desk" && <StaffLink to="/analytics">Analytics</StaffLink>}
          {staff.role !== "desk" && <StaffLink to="/admin/takings">Takings</StaffLink>}
          {readsLog(staff) && <StaffLink to="/audit">Audit</StaffLink>}
          <a href="/" className={buttonClass({ density: "dense" })}>
            Homepage
          </a>
          <StaffLink to="/admin/security">Security</StaffLink>
          <LogoutButton />
        </>
      }
      className="page py-5 pb-20"
    >
      {rooms.data ? (
        <Dashboard staff={staff} rooms={rooms.data} />
      ) : (
        <QueryPlaceholder of={rooms} failed="Unable to Load Rooms" className="h-24" />
      )}
    </StaffFrame>
  );
}

function Welcome({ staff }: { staff: StaffSession }) {
  const live = useLiveStaff();
  const zone = useZone();
  const { data: summary } = useQuery(bookingSummaryQuery(bookingPageOf(route.useSearch())));
  const name = personName(staff);
  return (
    <>
      <span>Welcome back{name && `, ${name}`}</span>
      {summary && (
        <span className="figures">Last updated {clockSeconds(new Date(summary.lastUpdated), zone)}</span>
      )}
      {(live === "error" || live === "disconnected") && (
        <span role="status">Live updates lost, connecting again...</span>
      )}
    </>
  );
}

function Dashboard({ staff, rooms }: { staff: StaffSession; rooms: readonly Room[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = bookingPageOf(search);
  const { data: summary, isError: summaryFailed } = useQuery(bookingSummaryQuery(page));
  const { data: inquiries } = useQuery(messageSummaryQuery);

  const interrupted = useInterruptedBooking(staff.id);
  const [caller, setCaller] = useState<Caller | null>(interrupted && { start: interrupted });

  const go = useCallback(
    (change: (search: DashboardSearch) => DashboardSearch, replace: boolean) =>
      void navigate({ search: change, replace, resetScroll: false }),
    [navigate],
  );
  const onInquiryPage = useCallback(
    (change: Partial<MessagePage>) => go((old) => withMessagePage(old, change), change.page === undefined),
    [go],
  );
  const openInvoice = (invoice: string | undefined) =>
    go((old) => dashboardSearch.parse({ ...old, invoice }), false);
  const tabs = [
    { value: "bookings", label: <TabName name="Bookings" number={summary?.filtered} /> },
    { value: "messages", label: <TabName name="Messages" number={inquiries?.total} /> },
    { value: "feedback", label: "Feedback" },
    { value: "staff", label: "Staff Management" },
    ...(managesVenue(staff) ? VENUE_TABS : []),
    ...(staff.role === "admin" ? ADMIN_TABS : []),
  ] as const;
  const tab = search.tab ?? "bookings";

  return (
    <div className="grid gap-5">
      {staff.role === "admin" && <ErasureNotice />}
      {managesVenue(staff) && search.tab !== "house" && <SetupNotice />}
      <StatCards summary={summary} failed={summaryFailed} />
      <Tabs
        label="Dashboard"
        tabs={tabs}
        value={tab}
        onChange={(chosen) =>
          go(
            (old) => dashboardSearch.parse({ ...old, tab: chosen, edit: undefined, account: undefined }),
            false,
          )
        }
      >
        {tab === "bookings" && (
          <BookingsTab
            rooms={rooms}
            page={page}
            total={summary?.filtered}
            onPage={(change) => go((old) => withBookingPage(old, change), change.page === undefined)}
            onOpen={(booking) => go((old) => ({ ...old, booking }), false)}
            onCaller={() => setCaller({ start: {} })}
          />
        )}
        {tab === "messages" && (
          <MessagesTab
            rooms={rooms}
            page={messagePageOf(search)}
            onPage={onInquiryPage}
            onBook={(inquiry, onBooked) => setCaller({ start: callerOf(inquiry, rooms), onBooked })}
          />
        )}
        {tab === "feedback" && (
          <FeedbackTab
            roomId={search.room ?? null}
            onRoom={(room) => go((old) => dashboardSearch.parse({ ...old, room: room ?? undefined }), true)}
          />
        )}
        {tab === "rooms" && managesVenue(staff) && (
          <RoomsTab
            rooms={rooms}
            open={search.edit}
            onOpen={(edit) => go((old) => dashboardSearch.parse({ ...old, edit }), false)}
            preview={(room) => <RoomPreview room={room} />}
          />
        )}
        {tab === "staff" && (
          <div className="grid gap-8">
            <StaffTab ownId={staff.id} ownRole={staff.role} />
            <StaffOwnAccess />
          </div>
        )}
        {tab === "house" && managesVenue(staff) && <SettingsTab />}
        {tab === "closures" && managesVenue(staff) && <ClosuresTab rooms={rooms} />}
        {tab === "import" && staff.role === "admin" && <ImportTab />}
        {tab === "integrations" && staff.role === "admin" && <IntegrationsTab />}
        {tab === "accounts" && managesVenue(staff) && (
          <AccountsTab
            open={search.account}
            onOpen={(account) => go((old) => dashboardSearch.parse({ ...old, account }), false)}
            onBook={(account) => setCaller({ start: { account } })}
            onInvoice={openInvoice}
          />
        )}
      </Tabs>
      {!managesVenue(staff) && VENUE_TABS.some(({ value }) => value === tab) && (
        <NotForRole role={staff.role} roles={["manager", "admin"]} title="This tab is not for your role" />
      )}
      {staff.role !== "admin" && ADMIN_TABS.some(({ value }) => value === tab) && (
        <NotForRole role={staff.role} roles={["admin"]} title="This tab is not for your role" />
      )}
      <PhoneBookingDialog
        open={caller?.start ?? null}
        staffId={staff.id}
        rooms={rooms}
        onClose={() => setCaller(null)}
        onBooked={(booking) => {
          caller?.onBooked?.(booking);
          go((old) => ({ ...old, booking }), false);
        }}
      />
      <BookingDialog
        bookingId={search.booking ?? null}
        onClose={() => go((old) => dashboardSearch.parse({ ...old, booking: undefined }), false)}
      />
      <InvoiceDialog
        number={search.invoice ?? null}
        isManager={managesVenue(staff)}
        onClose={() => openInvoice(undefined)}
      />
    </div>
  );
}

interface Caller {
  start: PhoneBookingStart;
  onBooked?(bookingId: number): void;
}

/** The sender of a message, as the guest of a new booking; empty once the sender is erased. */
function callerOf(inquiry: StaffInquiry, rooms: readonly Room[]): PhoneBookingStart {
  const { firstName, lastName, email, phone, interestedRoom } = inquiry;
  return {
    roomId: rooms.find(({ slug }) => slug === interestedRoom)?.id,
    guest: {
      firstName: firstName ?? "",
      lastName: lastName ?? "",
      email: email ?? "",
      phone: phone ?? "",
    },
  };
}

function TabName({ name, number }: { name: string; number: number | undefined }) {
  return (
    <span className="figures">
      {name}
      {number !== undefined && ` (${count(number)})`}
    </span>
  );
}
