/** Owns a booking's receipt as a sheet that is read on the screen and prints well. */
import "../../ui/on-paper.css";
import type { OwnBooking } from "../../../../bff/contract/customer.ts";
import { dollars } from "../../../../bff/contract/money.ts";
import { moment } from "../../../../bff/contract/venue-time.ts";
import { theHouse } from "../../format/the-house.ts";
import { visitWords } from "./own-booking.ts";
import { type ReceiptLine, receiptOf } from "./receipt-lines.ts";

export function ReceiptSheet({ booking, printedAt }: { booking: OwnBooking; printedAt: Date }) {
  const { timeZone: zone } = booking;
  const receipt = receiptOf(booking);
  const who = [booking.firstName, booking.lastName].filter(Boolean).join(" ");
  const facts: [string, string][] = [
    ["Booking", `#${booking.id}, made ${moment(new Date(booking.createdAt), zone)}`],
    ["Visit", `${booking.roomName}, ${visitWords(booking)}`],
    ["Customer", [who, booking.email].filter(Boolean).join(", ")],
    ["As of", moment(printedAt, zone)],
  ];
  return (
    <article aria-label="Receipt" className="on-paper max-w-3xl border-2 border-ink bg-sheet p-5 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-b-2 border-ink pb-5">
        <p className="poster-type text-4xl">{theHouse().name}</p>
        <address className="text-sm not-italic">
          {theHouse().address.street}, {theHouse().address.city}
          <br />
          {theHouse().phone} · {theHouse().email}
        </address>
      </div>
      <dl className="grid gap-x-6 gap-y-2 py-5 sm:grid-cols-[auto_minmax(0,1fr)]">
        {facts.map(([label, value]) => (
          <div key={label} className="sm:contents">
            <dt className="text-sm text-muted sm:text-base">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full border-t-2 border-ink">
        <caption className="sr-only">What was booked, what was paid, what is due</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {receipt.price.map((line) => (
            <Line key={line.label} line={line} />
          ))}
          <Line line={{ label: "Total", cents: receipt.totalCents }} strong />
        </tbody>
        <tbody>
          {receipt.money.map((line) => (
            <Line key={line.label} line={line} />
          ))}
          <Line line={{ label: "Paid", cents: receipt.paidCents }} strong />
          <Line
            line={{
              label: booking.status === "cancelled" ? "Due (the booking is cancelled)" : "Due",
              cents: receipt.dueCents,
            }}
            strong
          />
        </tbody>
      </table>
      <p className="pt-5 text-sm text-muted">Amounts in US dollars. Times are the venue's.</p>
    </article>
  );
}

function Line({ line, strong = false }: { line: ReceiptLine; strong?: boolean }) {
  return (
    <tr className={strong ? "border-y-2 border-ink text-lg font-semibold" : undefined}>
      <th scope="row" className={`py-2 pr-4 text-left ${strong ? "" : "font-normal"}`}>
        {line.label}
      </th>
      <td className="figures py-2 text-right whitespace-nowrap">{dollars(line.cents)}</td>
    </tr>
  );
}
