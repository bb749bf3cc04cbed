/** Draws the line across the board at the present minute, below the entries, with the time beside the hours; on today's day. */

import type { Board } from "../../../../bff/contract/staff/board.ts";
import { clockTime } from "../../../../core/venue/time/time-format.ts";
import { venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useZone } from "../../format/venue.ts";
import { useCurrentMinute } from "./use-minute.ts";

export function NowLine({ board }: { board: Board }) {
  const zone = useZone();
  const now = useCurrentMinute();
  const at = board.days.findIndex(({ day }) => day === venueDayOf(now, zone));
  const { hour, minute } = venueClockOf(now, zone);
  if (at === -1 || board.hours === null || hour < board.hours.open || hour >= board.hours.close) return null;
  const place = {
    "--now": hour + minute / 60 - board.hours.open,
    // In a week the line is only on today's column.
    "--from": board.days.length === 1 ? 0 : at,
    "--over": board.days.length === 1 ? board.rooms.length : 1,
  };
  return (
    <>
      <div aria-hidden="true" className="board-now print-none" style={place} />
      <div aria-hidden="true" className="board-now-label print-none figures" style={place}>
        <span className="bg-danger px-1 text-[0.6875rem] leading-[1.4] font-bold text-on-danger">
          {clockTime(now, zone)}
        </span>
      </div>
    </>
  );
}
