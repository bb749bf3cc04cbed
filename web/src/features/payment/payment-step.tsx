/** The payment step of a booking: the hold's countdown, the card, the ticket with the amounts, one button (decisions 63, 66, 163). */

import { type ReactNode, useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { dollars, toCents } from "../../../../core/booking/money.ts";
import { inksOf } from "../../../../core/venue/inks.ts";
import { Button } from "../../ui/button.tsx";
import { fetchedPart } from "../../ui/fetched-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Ticket } from "../../ui/ticket.tsx";
import { bookedRows } from "./booked-rows.tsx";
import { HoldTimer } from "./hold-timer.tsx";
import { SETUP_FAILED } from "./payment-failure.ts";
import { Trouble } from "./trouble.tsx";
import { type PaymentStepProps, usePayment } from "./use-payment.ts";

// Only one of the two is needed: Stripe's code is not loaded for a simulated payment, nor the test form for a real one.
const CARD = { waiting: <CardSkeleton />, name: "The card form" };
const SimulatedCardForm = fetchedPart(async () => (await import("./simulated-card-form.tsx")).default, CARD);
const StripeCardForm = fetchedPart(async () => (await import("./stripe-card-form.tsx")).default, CARD);

interface PaymentProps extends PaymentStepProps {
  booking: PaymentStepProps["booking"] & Pick<OwnBooking, "roomSlug" | "timeZone">;
  /** Other actions on the hold, besides paying for it. */
  ways?: ReactNode;
}

export function PaymentStep(props: PaymentProps) {
  const { booking, person, ways } = props;
  const payment = usePayment(props);
  const [unavailable, setUnavailable] = useState(false);

  const { intent } = payment;
  const Card = intent?.simulated ? SimulatedCardForm : StripeCardForm;
  const setupFailed = payment.setupFailed || unavailable;
  const now = cents(booking.downpaymentDueAmount);
  const paidBefore = cents(booking.totalAmount) - cents(booking.dueAmount);
  return (
    <section className="@container">
      <form
        noValidate
        aria-label={`Pay for ${booking.roomName}`}
        className="grid items-start gap-8 @3xl:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)] @3xl:gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          void payment.pay();
        }}
      >
        <div className="@container grid gap-6">
          {payment.unrecorded ? (
            <CardAccepted />
          ) : (
            <HoldTimer key={payment.holdUntil} holdUntil={payment.holdUntil} onEnd={payment.expire} />
          )}
          {setupFailed && (
            <Trouble failure={SETUP_FAILED} more={payment.setupWords}>
              <Button
                variant="outline"
                onClick={() => {
                  setUnavailable(false);
                  payment.retrySetup();
                }}
              >
                Try again
              </Button>
            </Trouble>
          )}
          {!setupFailed &&
            !payment.unrecorded &&
            (intent ? (
              <Card
                intent={intent}
                person={person}
                ref={payment.cardForm}
                onUnavailable={() => setUnavailable(true)}
              />
            ) : (
              <CardSkeleton />
            ))}
        </div>
        <Ticket
          title={booking.roomName}
          level={2}
          className="@3xl:sticky @3xl:top-24"
          ink={inksOf(booking.roomSlug).first}
          rows={[
            ...bookedRows(booking),
            { label: "Total", value: dollars(booking.totalAmount), strong: true },
            ...(paidBefore > 0 ? [{ label: "Paid before", value: dollars(paidBefore) }] : []),
          ]}
          stub={
            <>
              <Dues
                share={paidBefore > 0 ? null : Math.round((100 * now) / cents(booking.totalAmount))}
                now={dollars(now)}
                later={dollars(cents(booking.dueAmount) - now)}
              />
              <div className="grid gap-4">
                {payment.failure && <Trouble failure={payment.failure} />}
                <Button type="submit" size="lg" busy={payment.busy} className="w-full">
                  {payLabel(payment.busy, payment.charged, dollars(now))}
                </Button>
                {ways}
              </div>
            </>
          }
        />
      </form>
    </section>
  );
}

const cents = (amount: string): number => toCents(amount) ?? 0;

function payLabel(busy: boolean, charged: boolean, amount: string): string {
  if (charged) return busy ? "Confirming your booking…" : "Confirm my booking";
  return busy ? "Paying…" : `Pay ${amount}`;
}

/** `share`: percent of the total that is due at booking; null if a part of it was paid before. */
function Dues({ share, now, later }: { share: number | null; now: string; later: string }) {
  return (
    <dl className="mb-5 grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4 text-xl font-semibold">
        <dt>Due now{share === null ? "" : ` (${share}%)`}</dt>
        <dd className="figures">{now}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <dt className="text-muted">At the venue</dt>
        <dd className="figures">{later}</dd>
      </div>
    </dl>
  );
}

function CardAccepted() {
  return (
    <div className="border-2 border-ink bg-sheet p-5">
      <h2 className="poster-type text-3xl">Your card was accepted</h2>
      <p className="mt-2">
        All that is left is to record it with your booking. Ask again as often as it takes: your card is not
        charged twice.
      </p>
    </div>
  );
}

/** The size of the test card form, which is the taller of the two. */
function CardSkeleton() {
  return <Skeleton className="h-[30rem] w-full" />;
}
