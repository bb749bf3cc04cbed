/** Shows found guests to staff: how to reach each, and how often they came. */
import { Link } from "@tanstack/react-router";
import type { Guest } from "../../../../bff/contract/staff/guest.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";

export function GuestList({ guests }: { guests: readonly Guest[] }) {
  const zone = useZone();
  return (
    <ul aria-label="Guests" className="grid gap-2">
      {guests.map((guest) => (
        <li
          key={guest.id}
          className="grid items-center gap-x-5 gap-y-1 border border-rule bg-sheet px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)]"
        >
          <p className="font-semibold">
            <Link
              to="/admin/guests/$guest"
              params={{ guest: guest.id }}
              className="inline-flex min-h-6 items-center underline decoration-1 underline-offset-4 wrap-anywhere hover:text-action"
            >
              {personName(guest) || guest.email}
            </Link>
          </p>
          <p className="min-w-0 text-[0.9375rem]">
            <span className="block truncate" title={guest.email}>
              {guest.email}
            </span>
            {guest.phone && <span className="figures text-muted">{guest.phone}</span>}
          </p>
          <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9375rem] text-muted">
            {guest.lastVisit
              ? `${countText(guest.visits, "visit")}, the last on ${shortDayAndYear(venueDayOf(new Date(guest.lastVisit), zone))}`
              : "No visit yet"}
            {guest.noShows > 0 && <Badge tone="red">{countText(guest.noShows, "no-show")}</Badge>}
          </p>
        </li>
      ))}
    </ul>
  );
}
