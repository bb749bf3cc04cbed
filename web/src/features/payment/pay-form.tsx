/** A payment by card: the ticket with what is paid for, and the form with the card and the one button. On a phone the ticket comes first. */
import { type ReactNode, useState } from "react";
import { Ticket, type TicketProps } from "../../ui/booking/ticket.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { CardFormProps, Person } from "./card-form.ts";
import { type Failure, SETUP_FAILED } from "./payment-failure.ts";
import type { CardPayment } from "./use-card-payment.ts";

// Only one of the two is needed: Stripe's code is not loaded for a simulated payment, nor the test form for a real one.
// The placeholder has the size of the test card form, which is the taller of the two.
const CARD = { waiting: <Skeleton className="h-[30rem] w-full" />, name: "The card form" };
const SimulatedCardForm = lazyPart(async () => (await import("./simulated-card-form.tsx")).default, CARD);
const StripeCardForm = lazyPart(async () => (await import("./stripe-card-form.tsx")).default, CARD);

interface PayFormProps {
  payment: CardPayment;
  /** What is paid for. */
  ticket: Pick<TicketProps, "title" | "ink" | "lead" | "rows" | "stub">;
  person: Person;
  /** Names the form: "Pay the balance for Classroom". */
  label: string;
  walletText: CardFormProps["walletText"];
  /** Shown above the card until it is accepted. */
  lead: ReactNode;
  /** The button's texts: with the amount, and once only the record of the accepted card is missing. */
  button: { pay: string; record: string };
  /** Shown below the button. */
  children?: ReactNode;
}

export function PayForm({
  payment,
  ticket,
  person,
  label,
  walletText,
  lead,
  button,
  children,
}: PayFormProps) {
  const [unavailable, setUnavailable] = useState(false);
  const { intent, unrecorded, charged, busy, failure } = payment;
  const Card = intent?.simulated ? SimulatedCardForm : StripeCardForm;
  return (
    <section className="@container">
      <div className="grid items-start gap-8 @3xl:grid-cols-[minmax(20rem,24rem)_minmax(0,1fr)] @3xl:gap-12">
        <Ticket {...ticket} className="@3xl:sticky @3xl:top-24" />
        <form
          noValidate
          aria-label={label}
          className="@container grid gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            void payment.pay();
          }}
        >
          {unrecorded ? <CardAccepted /> : lead}
          {payment.setupFailed || unavailable ? (
            <PaymentProblem failure={SETUP_FAILED}>
              {payment.setupWords && <p>{payment.setupWords}</p>}
              <Button
                variant="outline"
                onClick={() => {
                  setUnavailable(false);
                  payment.retrySetup();
                }}
              >
                Try again
              </Button>
            </PaymentProblem>
          ) : unrecorded ? null : intent ? (
            <Card
              intent={intent}
              person={person}
              walletText={walletText}
              ref={payment.cardForm}
              onUnavailable={() => setUnavailable(true)}
              onPay={payment.pay}
            />
          ) : (
            CARD.waiting
          )}
          {failure && <PaymentProblem failure={failure} />}
          <Button type="submit" size="lg" busy={busy} className="w-full">
            {charged ? button.record : busy ? "Paying…" : button.pay}
          </Button>
          {children}
        </form>
      </div>
    </section>
  );
}

/** Why a payment failed. */
function PaymentProblem({ failure, children }: { failure: Failure; children?: ReactNode }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 border-l-4 border-danger py-1 pl-4">
      <p className="font-semibold text-danger">{failure.title}</p>
      <p>{failure.description}</p>
      {children}
    </div>
  );
}

function CardAccepted() {
  return (
    <div className="border-2 border-ink bg-sheet p-5">
      <h2 className="poster-type text-3xl">Your card was accepted</h2>
      <p className="mt-2">
        We have not recorded the payment yet. Try again as often as you need to: your card is not charged
        twice.
      </p>
    </div>
  );
}
