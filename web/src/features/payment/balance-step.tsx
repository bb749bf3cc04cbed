/** Pays a booking's balance: the card, the ticket with what is due, and the one button (decisions 64, 66). */
import { useState } from "react";
import { dollars } from "../../../../core/booking/money.ts";
import { inksOf } from "../../../../core/venue/inks.ts";
import { hasFirstRefunds, type RefundTerms } from "../../format/house-terms.ts";
import { theHouse } from "../../format/the-house.ts";
import { Button } from "../../ui/button.tsx";
import { fetchedPart } from "../../ui/fetched-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Ticket } from "../../ui/ticket.tsx";
import { bookedRows } from "./booked-rows.tsx";
import { SETUP_FAILED } from "./payment-failure.ts";
import { Trouble } from "./trouble.tsx";
import { type BalancePayment, useBalancePayment } from "./use-balance-payment.ts";

// Only one of the two is needed: Stripe's code is not loaded for a simulated payment, nor the test form for a real one.
const CARD = { waiting: <Skeleton className="h-[30rem] w-full" />, name: "The card form" };
const SimulatedCardForm = fetchedPart(async () => (await import("./simulated-card-form.tsx")).default, CARD);
const StripeCardForm = fetchedPart(async () => (await import("./stripe-card-form.tsx")).default, CARD);

/** If the venue has changed its terms, this booking may have the old or the new ones. */
const balanceTerms = (terms: RefundTerms): string =>
  hasFirstRefunds(terms)
    ? "in full with 24 hours' notice, by half with 12 hours' notice."
    : "under the terms of your booking.";

export function BalanceStep(props: BalancePayment) {
  const { booking, person } = props;
  const payment = useBalancePayment(props);
  const [unavailable, setUnavailable] = useState(false);
  const { intent } = payment;
  const due = dollars(booking.dueAmount);

  if (payment.closed !== null) {
    return (
      <p role="alert" className="max-w-[60ch] border-l-4 border-danger py-1 pl-4 text-lg">
        {payment.closed}
      </p>
    );
  }
  const Card = intent?.simulated ? SimulatedCardForm : StripeCardForm;
  return (
    <section className="@container">
      <form
        noValidate
        aria-label={`Pay the balance for ${booking.roomName}`}
        className="grid items-start gap-8 @3xl:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)] @3xl:gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          void payment.pay();
        }}
      >
        <div className="@container grid gap-6">
          <h2 className="poster-type text-4xl">Your card</h2>
          {payment.setupFailed || unavailable ? (
            <Trouble failure={SETUP_FAILED}>
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
          ) : payment.charged && payment.failure ? (
            <p className="border-2 border-ink bg-sheet p-5">
              Your card was accepted. All that is left is to record it with your booking: your card is not
              charged twice.
            </p>
          ) : intent ? (
            <Card
              intent={intent}
              person={person}
              ref={payment.cardForm}
              onUnavailable={() => setUnavailable(true)}
            />
          ) : (
            CARD.waiting
          )}
        </div>
        <Ticket
          title={booking.roomName}
          className="@3xl:sticky @3xl:top-24"
          ink={inksOf(booking.roomSlug).first}
          rows={[
            ...bookedRows(booking),
            { label: "Total", value: dollars(booking.totalAmount) },
            { label: "Paid", value: dollars(booking.paidAmount) },
            { label: "Due now", value: due, strong: true },
          ]}
          stub={
            <div className="grid gap-4">
              {payment.failure && <Trouble failure={payment.failure} />}
              <Button type="submit" size="lg" busy={payment.busy} className="w-full">
                {payment.charged ? "Record my payment" : payment.busy ? "Paying…" : `Pay ${due}`}
              </Button>
              <p className="text-sm text-muted">
                If you cancel, the balance is refunded {balanceTerms(theHouse().refundTerms)}
              </p>
            </div>
          }
        />
      </form>
    </section>
  );
}
