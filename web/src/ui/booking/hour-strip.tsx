/**
 * A day as a strip of its bookable hours in a room's ink (free hours printed, taken hours hatched), hidden
 * from assistive technology, so that the component around it must say the same in words.
 */
import clsx from "clsx";
import type { RoomInks } from "../../../../core/venue/rooms/inks.ts";
import { hourName } from "../../format/hours.ts";
import { hourStarts, usualHours } from "../../format/venue.ts";

/** One column for each hour of the venue's usual day. */
const columnsOf = (hours: number) => ({ gridTemplateColumns: `repeat(${hours}, minmax(0, 1fr))` });

interface HourStripProps {
  inks: RoomInks;
  /** Starts of the free hours, venue-local. */
  freeHours: readonly number[];
  /** The hours in full ink; the other free hours are tinted. Without it every free hour is in full ink. */
  inked?: { from: number; to: number } | undefined;
  /** The link of an hour. Keyboard users have the link beside the strip. */
  hrefOf?: ((hour: number) => string | undefined) | undefined;
  className?: string;
}

export function HourStrip({ inks, freeHours, inked, hrefOf, className = "h-4" }: HourStripProps) {
  const hours = hourStarts(usualHours());
  return (
    <div
      aria-hidden="true"
      className={clsx("grid border-2 border-ink bg-ground", className)}
      style={columnsOf(hours.length)}
    >
      {hours.map((hour) => {
        const free = freeHours.includes(hour);
        const full = inked === undefined || (hour >= inked.from && hour < inked.to);
        const href = free ? hrefOf?.(hour) : undefined;
        const { hex, text } = inks.first;
        const surface = full ? hex : `color-mix(in srgb, ${hex} 32%, var(--color-sheet))`;
        const cell = {
          className: clsx(
            "min-w-0",
            hour > (hours[0] ?? hour) && (full && inked && hour > inked.from ? "" : "border-l border-ink/40"),
            !free && "hatched",
            href && "hover:inset-ring-3 hover:inset-ring-ink",
          ),
          style: free ? { backgroundColor: surface, color: text } : undefined,
        };
        return href ? (
          <a key={hour} {...cell} href={href} tabIndex={-1} title={`From ${hourName(hour)}`}>
            {null}
          </a>
        ) : (
          <span key={hour} {...cell} />
        );
      })}
    </div>
  );
}

/** The hours' names under a strip of the same width. */
export function HourMarks() {
  const { open, close } = usualHours();
  // Every third hour has its name, and so does the closing hour.
  const marks = hourStarts({ open, close: close - 1 }).filter((hour) => (hour - open) % 3 === 0);
  const rest = close - open - 3 * (marks.length - 1);
  return (
    <div
      aria-hidden="true"
      className="figures mt-1 grid text-xs leading-4 text-muted"
      style={columnsOf(close - open)}
    >
      {marks.map((hour, at) => (
        <span
          key={hour}
          className="whitespace-nowrap"
          style={{ gridColumn: `span ${at === marks.length - 1 ? Math.max(1, rest - 1) : 3}` }}
        >
          {hourName(hour)}
        </span>
      ))}
      <span className="justify-self-end whitespace-nowrap">{hourName(close)}</span>
    </div>
  );
}
