/** The lines of an invoice, or of one to come: each visit with its amount and the link to its booking, and the sums below them. */
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { formatMoney } from "../../../../core/booking/rules/money.ts";

interface Line {
  bookingId: number;
  text: string;
  amount: string;
}

interface LineListProps {
  /** The list's name for screen readers. */
  label: string;
  lines: readonly Line[];
  /** Below the lines: a name and an amount of the API each; the last one is the total. */
  sums?: readonly (readonly [string, string])[];
}

/** A longer list scrolls within its frame. */
const MOST_AT_ONCE = 12;

export function LineList({ label, lines, sums = [] }: LineListProps) {
  const scrolls = lines.length > MOST_AT_ONCE;
  return (
    <div className="figures border border-rule bg-sheet text-[0.9375rem]">
      <ul
        aria-label={label}
        // A list that scrolls can be scrolled by keyboard.
        tabIndex={scrolls ? 0 : undefined}
        className={clsx(scrolls && "max-h-[27rem] overflow-y-auto")}
      >
        {lines.map(({ bookingId, text, amount }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a booking may have two lines; lines keep their places.
            key={`${bookingId} ${at}`}
            className="flex items-baseline justify-between gap-x-4 border-b border-rule px-3 py-1.5 last:border-b-0 sm:px-4"
          >
            <span className="min-w-0">
              {text}{" "}
              <Link
                to="/admin"
                search={(old: object) => ({ ...old, invoice: undefined, booking: bookingId })}
                resetScroll={false}
                aria-label={`Booking ${bookingId}`}
                className="inline-flex min-h-6 items-center text-muted underline decoration-1 underline-offset-4 hover:text-action"
              >
                #{bookingId}
              </Link>
            </span>
            <span className="font-medium whitespace-nowrap">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      {sums.length > 0 && (
        <dl className="border-t-2 border-ink px-3 py-2 sm:px-4">
          {sums.map(([name, amount], at) => (
            <div
              key={name}
              className={clsx(
                "flex items-baseline justify-between gap-x-4",
                at === sums.length - 1 ? "text-lg font-semibold" : "text-muted",
              )}
            >
              <dt>{name}</dt>
              <dd className="whitespace-nowrap">{formatMoney(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
