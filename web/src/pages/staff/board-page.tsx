/** The page `/admin/board`: the day on which staff work, live: who is where at what time, what they owe, and what is still free. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useDeferredValue, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { dayName, shortDay } from "../../../../core/venue/time/time-format.ts";
import { addDays, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { BookingDialog } from "../../features/admin-bookings/booking-dialog.tsx";
import { MoveDialog, type RequestedMove } from "../../features/admin-bookings/move-dialog.tsx";
import { CloseHoursDialog } from "../../features/admin-closures/close-hours-dialog.tsx";
import { ClosureDialog } from "../../features/admin-closures/closure-dialog.tsx";
import { PhoneBookingDialog } from "../../features/admin-phone-booking/phone-booking-dialog.tsx";
import type { PhoneBookingStart } from "../../features/admin-phone-booking/phone-booking-start.ts";
import { useInterruptedBooking } from "../../features/admin-phone-booking/stored-draft.ts";
import { WaitlistPanel } from "../../features/admin-waitlist/waitlist-panel.tsx";
import { Arrivals } from "../../features/board/arrivals.tsx";
import { BoardBar } from "../../features/board/board-bar.tsx";
import { type ChosenHours, TheBoard } from "../../features/board/board-grid.tsx";
import { boardQuery } from "../../features/board/calls.ts";
import type { Column } from "../../features/board/columns.ts";
import { useToday } from "../../features/board/use-minute.ts";
import { BackToDashboard, LogoutButton } from "../../features/layout/staff-bar.tsx";
import { clockOf } from "../../format/hours.ts";
import { currentVenue } from "../../format/venue.ts";
import { useLiveStaff } from "../../live/use-live-staff.ts";
import { useStaffAccess } from "../../session/staff-access.ts";
import type { StaffSession } from "../../session/staff-session.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice, QueryPlaceholder } from "../../ui/state-notice.tsx";
import { type BoardSearch, boardSearch } from "./board-search.ts";
import "../../ui/booking/on-paper.css";
import { DESK_ROLES, StaffFrame } from "./staff-frame.tsx";
import { SubscribeButton } from "./subscribe-button.tsx";

const route = getRouteApi("/admin_/board");

export function BoardPage() {
  const staff = useStaffAccess();
  const rooms = useQuery(roomsQuery);
  const live = useLiveStaff();
  if (staff === null) return null;
  return (
    <StaffFrame
      title="Board"
      roles={DESK_ROLES}
      line={
        live === "error" || live === "disconnected" ? (
          <span role="status">Live updates lost, connecting again...</span>
        ) : (
          <span>Every room, hour by hour, as it changes</span>
        )
      }
      actions={
        <>
          {rooms.data && <SubscribeButton rooms={rooms.data} />}
          <BackToDashboard role={staff.role} />
          <LogoutButton />
        </>
      }
      className="board-on-paper px-3 py-4 pb-16 sm:px-5 xl:px-8"
    >
      {rooms.data?.[0] ? (
        <BoardOf staff={staff} rooms={rooms.data} />
      ) : (
        <QueryPlaceholder of={rooms} failed="Unable to Load Rooms" className="h-[80dvh]" />
      )}
    </StaffFrame>
  );
}

function BoardOf({ staff, rooms }: { staff: StaffSession; rooms: readonly Room[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const today = useToday();
  const day = search.day ?? today;
  const view = search.view ?? "day";
  const roomId = search.room ?? rooms[0]?.id ?? 1;
  const asked =
    view === "day"
      ? ({ day, days: 1, roomId: null } as const)
      : ({ day: mondayOf(day), days: 7, roomId } as const);
  const lastDay = addDays(asked.day, asked.days - 1);
  const { data: fetched, isError, isPlaceholderData, refetch } = useQuery(boardQuery(asked));
  // The press is answered before hundreds of cells are drawn.
  const board = useDeferredValue(fetched);
  const [move, setMove] = useState<RequestedMove | null>(null);

  const go = useCallback(
    (change: Partial<BoardSearch>) =>
      void navigate({ search: (old) => boardSearch.parse({ ...old, ...change }), resetScroll: false }),
    [navigate],
  );
  const open = useCallback((booking: number) => go({ booking }), [go]);
  const askMove = useCallback(
    (bookingId: number, to?: ChosenHours) => setMove({ bookingId, to: to && { ...to, start: to.first } }),
    [],
  );
  const [closure, setClosure] = useState<{ id: number; day: VenueDay } | null>(null);
  const openBlock = useCallback((id: number, day: VenueDay) => setClosure({ id, day }), []);
  const interrupted = useInterruptedBooking(staff.id);
  const [booking, setBooking] = useState<PhoneBookingStart | null>(interrupted);
  const [closing, setClosing] = useState<ChosenHours | null>(null);
  const book = useCallback((hours: ChosenHours) => setBooking(timesOf(hours)), []);
  const close = useCallback((hours: ChosenHours) => setClosing(hours), []);
  const openBooking = useAfterPaint(search.booking ?? null);
  const openMove = useAfterPaint(move);
  const openClosure = useAfterPaint(closure);
  const openPhoneBooking = useAfterPaint(booking);
  const openClosing = useAfterPaint(closing);
  const mayClose = staff.role === "manager" || staff.role === "admin";
  const title = titleOf({ ...asked, today, rooms });
  const shown = board?.rooms.findIndex(({ id }) => id === roomId) ?? -1;
  const drawnView = board && board.days.length > 1 ? "week" : "day";

  return (
    <div className="grid gap-3">
      <p className="board-print-title on-paper">
        {currentVenue().name} · {title}
      </p>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <h2 className="poster-type print-none min-w-72 text-3xl">{title}</h2>
        <BoardBar
          day={day}
          today={today}
          view={view}
          rooms={rooms}
          roomId={roomId}
          onDay={(next) => go({ day: next === today ? undefined : next })}
          onRoom={(room) => go({ room })}
          onBook={() => setBooking({ day, ...(view === "week" ? { roomId } : {}) })}
          onView={(next) => go({ view: next === "week" ? "week" : undefined, room: roomId })}
        />
      </div>
      {board && view === "day" && board.day === today && <Arrivals board={board} onOpen={open} />}
      {lastDay >= today && (
        <WaitlistPanel
          day={asked.day < today ? today : asked.day}
          until={lastDay}
          roomId={asked.roomId}
          mayOffer={mayClose}
          onOpen={open}
        />
      )}
      {isError && <FailureNotice title="The board could not be fetched" onRetry={() => void refetch()} />}
      {!board && !isError && <Skeleton className="h-[70dvh]" />}
      {board?.hours === null && (
        <EmptyNotice title="Closed">The venue takes no bookings on this day.</EmptyNotice>
      )}
      {board && board.hours !== null && (
        <div className="on-paper min-w-0" aria-busy={isPlaceholderData || board !== fetched}>
          <TheBoard
            board={board}
            view={drawnView}
            label={`Hours of ${titleOf({ day: board.day, days: board.days.length, roomId: board.rooms[0]?.id ?? null, today, rooms })}`}
            shownColumn={drawnView === "week" ? null : Math.max(0, shown)}
            onOpen={open}
            onOpenBlock={openBlock}
            onAskMove={askMove}
            onBook={book}
            onClose={mayClose ? close : undefined}
            headLink={HEAD_LINKS[drawnView]}
          />
        </div>
      )}
      <BookingDialog bookingId={openBooking} onClose={() => go({ booking: undefined })} />
      <ClosureDialog open={openClosure} rooms={rooms} mayReopen={mayClose} onClose={() => setClosure(null)} />
      <PhoneBookingDialog
        open={openPhoneBooking}
        staffId={staff.id}
        rooms={rooms}
        onClose={() => setBooking(null)}
        onBooked={open}
      />
      <CloseHoursDialog
        open={openClosing && { ...timesOf(openClosing), roomIds: [openClosing.roomId] }}
        rooms={rooms}
        onClose={() => setClosing(null)}
        onPlaced={() => setClosing(null)}
      />
      <MoveDialog move={openMove} onClose={() => setMove(null)} />
    </div>
  );
}

const timesOf = ({ roomId, day, first, end }: ChosenHours) => ({
  roomId,
  day,
  startTime: clockOf(first),
  endTime: clockOf(end),
});

/** `asked` after the next paint, so that the press is answered before a dialog is drawn; null, which closes a dialog, at once. */
function useAfterPaint<T>(asked: T | null): T | null {
  const drawn = useDeferredValue(asked);
  return asked === null ? null : drawn;
}

/** The link from a column's head to the other view of the column. */
const HEAD_LINKS = {
  day: ({ roomId, day }: Column, words: ReactNode) => (
    <HeadLink search={{ day, view: "week", room: roomId }} title="The room's week">
      {words}
    </HeadLink>
  ),
  week: ({ roomId, day }: Column, words: ReactNode) => (
    <HeadLink search={{ day, room: roomId }} title="The day in every room">
      {words}
    </HeadLink>
  ),
};

function HeadLink(link: { search: BoardSearch; title: string; children: ReactNode }) {
  return <Link from="/admin/board" to="/admin/board" resetScroll={false} {...link} />;
}

interface Titled {
  day: VenueDay;
  days: number;
  /** The room of the week; null for a day. */
  roomId: number | null;
  today: VenueDay;
  rooms: readonly Room[];
}

function titleOf({ day, days, roomId, today, rooms }: Titled): string {
  if (days === 1) return dayName(day, Number(today.slice(0, 4)));
  const name = rooms.find(({ id }) => id === roomId)?.name ?? "Room";
  return `${name}, ${shortDay(day)} – ${shortDay(addDays(day, 6))}`;
}

/** The week begins on Monday, as in the venue's opening hours. */
function mondayOf(day: VenueDay): VenueDay {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
