/**
 * The page `/admin/takings`: a venue day's money by payment method, entry by
 * entry, and the close of the day; kept up to date while it is open.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Board } from "../../../../bff/contract/staff/board.ts";
import { dayName } from "../../../../core/venue/time/time-format.ts";
import { addDays, type VenueDay, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { takingsQuery } from "../../api/staff-desk.ts";
import { DayClosing } from "../../features/admin-takings/day-closing.tsx";
import { TakingsSheet } from "../../features/admin-takings/takings-sheet.tsx";
import { boardQuery } from "../../features/board/calls.ts";
import { BackToDashboard } from "../../features/layout/staff-bar.tsx";
import { useZone } from "../../format/venue.ts";
import { useLiveStaff } from "../../live/use-live-staff.ts";
import { useStaffAccess } from "../../session/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PeriodFiles } from "../../ui/period-files.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { CASHIER_ROLES, StaffFrame } from "./staff-frame.tsx";

const route = getRouteApi("/admin_/takings");

export function TakingsPage() {
  const staff = useStaffAccess();
  if (staff === null) return null;
  return (
    <StaffFrame
      title="Takings"
      roles={CASHIER_ROLES}
      line="Money received on a day, less money returned"
      actions={
        <>
          <BackToDashboard role={staff.role} />
          <Button density="dense" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <Takings role={staff.role} />
    </StaffFrame>
  );
}

/** Visits that have not ended: their guests may still pay. */
const visitsToCome = ({ rooms }: Board): number =>
  rooms
    .flatMap(({ entries }) => entries)
    .filter(
      (entry) =>
        entry.kind === "booking" &&
        entry.visit !== "left" &&
        entry.visit !== "no-show" &&
        new Date(entry.endTime) > new Date(),
    ).length;

function Takings({ role }: { role: string | null }) {
  const zone = useZone();
  useLiveStaff();
  const navigate = route.useNavigate();
  const today = venueDayOf(new Date(), zone);
  const day = route.useSearch().day ?? today;
  const takings = useQuery(takingsQuery(day));
  const { data: board } = useQuery({
    ...boardQuery({ day, days: 1, roomId: null }),
    enabled: day === today,
  });
  const { data } = takings;
  const show = (chosen: VenueDay) =>
    void navigate({ search: chosen === today ? {} : { day: chosen }, resetScroll: false });
  return (
    <>
      <DayChoice day={day} today={today} onChoose={show} />
      {data && data.day === day ? (
        <>
          <TakingsSheet takings={data} />
          <DayClosing
            key={day}
            takings={data}
            begun={day <= today}
            toCome={board ? visitsToCome(board) : null}
            mayReopen={role === "manager" || role === "admin"}
          />
        </>
      ) : (
        <QueryPlaceholder of={takings} failed="Failed to fetch the takings" className="h-112" />
      )}
      <PeriodFiles today={today} files={[["/api/takings.csv", "Download the File"]]}>
        All money in and out of a period: when, what for, which booking, how, how much, and its tax.
      </PeriodFiles>
    </>
  );
}

interface DayChoiceProps {
  day: VenueDay;
  today: VenueDay;
  onChoose(day: VenueDay): void;
}

function DayChoice({ day, today, onChoose }: DayChoiceProps) {
  // As high as the field beside them.
  const button = { density: "dense", className: "sm:min-h-10" } as const;
  return (
    <div className="print-none flex flex-wrap items-end gap-2">
      <Button {...button} aria-label="Day before" onClick={() => onChoose(addDays(day, -1))}>
        ←
      </Button>
      <TextField
        label="Day"
        type="date"
        density="dense"
        value={day}
        onChange={({ target }) => target.value && onChoose(target.value)}
      />
      <Button {...button} aria-label="Day after" onClick={() => onChoose(addDays(day, 1))}>
        →
      </Button>
      <Button {...button} inert={day === today} onClick={() => onChoose(today)}>
        Today
      </Button>
      <p className="basis-full text-lg font-semibold sm:ml-2 sm:basis-auto sm:pb-1.5" aria-live="polite">
        {dayName(day, new Date().getFullYear())}
      </p>
    </div>
  );
}
