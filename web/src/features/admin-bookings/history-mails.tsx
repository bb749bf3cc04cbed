/** Lists a booking's mails in its History tab: which were sent, and which the customer did not get, and why. */

import type { BookingHistory } from "../../../../bff/contract/staff/staff-booking.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

type Mail = BookingHistory["mails"][number];

const STATES: Record<Mail["state"], { label: string; tone: BadgeTone }> = {
  "under-way": { label: "Under way", tone: "yellow" },
  sent: { label: "Sent", tone: "green" },
  refused: { label: "Refused", tone: "red" },
  withheld: { label: "Withheld", tone: "red" },
};

/** Turns `booking-received` into `Booking received`. */
const words = (kind: string): string => {
  const text = kind.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export function Mails({ mails }: { mails: readonly Mail[] }) {
  const zone = useZone();
  if (mails.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Mails</h3>
      <ul className="grid gap-1">
        {mails.map(({ kind, state, at }) => (
          <li key={`${kind} ${at}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="figures text-muted">{dateAndTime(new Date(at), zone)}</span>
            {words(kind)}
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          </li>
        ))}
      </ul>
      {mails.some(({ state }) => state === "withheld") && (
        <p className="max-w-[62ch] text-sm text-muted">
          Withheld: this email is not verified, has not paid, and has reached its limit of mails per hour or
          day. Mails about payments and changes by staff are always sent.
        </p>
      )}
    </section>
  );
}
