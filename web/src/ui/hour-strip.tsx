/** Owns a day as a strip of its thirteen bookable hours in a room's ink: free ones printed, taken ones hatched. For the eye alone: whoever shows it says the same in words. */
import clsx from "clsx";
import type { RoomInks } from "../../../bff/contract/inks.ts";
import { CLOSING_HOUR, FIRST_SLOT_HOUR } from "../../../bff/contract/venue-time.ts";
import { hourName } from "../format/hours.ts";

const HOURS = Array.from({ length: CLOSING_HOUR - FIRST_SLOT_HOUR }, (_, index) => FIRST_SLOT_HOUR + index);

/** Every third hour is named, and the closing one. */
const MARKS = [9, 12, 15, 18];

interface HourStripProps {
  inks: RoomInks;
  /** Starts of the free hours, on the venue's clock. */
  freeHours: readonly number[];
  /** The hours in full ink, the others that are free being tinted; without it every free hour is in full ink. */
  inked?: { from: number; to: number } | undefined;
  /** Where a press on an hour leads; a keyboard has the link beside the strip. */
  hrefOf?: ((hour: number) => string | undefined) | undefined;
  className?: string;
}

export function HourStrip({ inks, freeHours, inked, hrefOf, className = "h-4" }: HourStripProps) {
  return (
    <div aria-hidden="true" className={clsx("grid grid-cols-13 border-2 border-ink bg-ground", className)}>
      {HOURS.map((hour) => {
        const free = freeHours.includes(hour);
        const full = inked === undefined || (hour >= inked.from && hour < inked.to);
        const href = free ? hrefOf?.(hour) : undefined;
        const { hex, text } = inks.first;
        const surface = full ? hex : `color-mix(in srgb, ${hex} 32%, var(--color-sheet))`;
        const cell = {
          className: clsx(
            "min-w-0",
            hour > FIRST_SLOT_HOUR && (full && inked && hour > inked.from ? "" : "border-l border-ink/40"),
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
  return (
    <div aria-hidden="true" className="figures mt-1 grid grid-cols-13 text-xs leading-4 text-muted">
      {MARKS.map((hour) => (
        <span key={hour} className="col-span-3 whitespace-nowrap">
          {hourName(hour)}
        </span>
      ))}
      <span className="justify-self-end whitespace-nowrap">{hourName(CLOSING_HOUR)}</span>
    </div>
  );
}
