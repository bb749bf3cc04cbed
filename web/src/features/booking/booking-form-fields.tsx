/** The booking form that the room page and the booking dialog share: its fields, its terms and its button. */
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { HeldBooking } from "../../../../bff/contract/customer/held-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { clockTime } from "../../../../core/venue/time/time-format.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Checkbox, EmailField, TextField } from "../../ui/field.tsx";
import { DueOf } from "./booking-ticket.tsx";
import { FieldGroup } from "./field-group.tsx";
import { PaymentChoice } from "./payment-choice.tsx";
import { SessionFields } from "./session-fields.tsx";
import { SLOT_TAKEN_TEXT } from "./submission/booking-texts.ts";
import { TimeFields } from "./time-fields.tsx";
import { type BookingFormProps, type BookingFormState, useBookingForm } from "./use-booking-form.ts";

const WORKING_TEXT = "One moment: your browser is doing a short calculation that keeps bots out";

/** The parts of the booking that only the form knows, for the ticket next to it. */
export interface TypedDetails {
  people: number | null;
  engineer: boolean;
  /** It goes on the customer's billing account: nothing is due now. */
  onAccount: boolean;
}

export interface SheetProps extends BookingFormProps {
  /** Called with every change of what the ticket shows. */
  onTyped(parts: TypedDetails): void;
  /** Shown next to the length: another length that costs less. */
  lengthHint: ReactNode;
}

interface BookingSheetProps extends SheetProps {
  /** In the booking page's dialog attendees are required, and the text says that terms are agreed to instead of accepted. */
  dialog: boolean;
  /** The ticket, if it has no place next to the form. */
  ticket?: ReactNode;
}

export function BookingFormFields({ dialog, ticket, onTyped, lengthHint, ...props }: BookingSheetProps) {
  const { room, choice, onChoice, span, slotLost, minHours, series } = props;
  const flow = useBookingForm(props, dialog);
  const { field } = flow;
  const [attendees, engineer] = flow.form.watch(["attendees", "engineerRequired"]);
  const people = peopleOf(attendees, room.capacity);
  const tell = useEffectEvent(onTyped);
  const { onAccount, payment } = flow;
  useEffect(() => tell({ people, engineer, onAccount }), [people, engineer, onAccount]);
  return (
    <form
      noValidate
      aria-label={`Book ${room.name}`}
      onSubmit={flow.submit}
      className="@container grid max-w-4xl gap-8"
    >
      <ErrorSummary errors={flow.summary} />
      {flow.times && span && <TimeFields times={flow.times} messages={flow.messages} at={span.startsAt} />}
      <FieldGroup legend="Your details">
        <TextField {...field("firstName")} label="First name" required autoComplete="given-name" />
        <TextField {...field("lastName")} label="Last name" required autoComplete="family-name" />
        <EmailField {...field("email")} />
        <TextField {...field("phone")} label="Phone" required type="tel" inputMode="tel" autoComplete="tel" />
      </FieldGroup>
      <SessionFields
        flow={flow}
        room={room}
        choice={choice}
        onChoice={onChoice}
        minHours={minHours}
        attendeesRequired={dialog}
        lengthHint={lengthHint}
      />
      {payment && (
        <PaymentChoice
          account={payment.account}
          price={flow.price}
          value={payment.paysBy}
          onChange={payment.setPaysBy}
        />
      )}
      {ticket}
      <div className="grid gap-4 border-t-2 border-ink pt-5">
        {!ticket && <DueOf price={flow.price} onAccount={onAccount} />}
        <Checkbox
          {...field("terms")}
          required
          label={
            <>
              I {dialog ? "agree to" : "accept"} the <NewTab href="/terms">terms and conditions</NewTab> and
              the <NewTab href="/cancellation">cancellation policy</NewTab>
            </>
          }
        />
        {flow.alerts.length > 0 && (
          <div
            role="alert"
            className="grid gap-1 border-l-4 border-danger py-1 pl-3 font-semibold text-danger"
          >
            {flow.alerts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        )}
        {slotLost && (
          <p id="slot-lost" className="border-l-4 border-danger py-1 pl-3 font-semibold text-danger">
            {SLOT_TAKEN_TEXT}
          </p>
        )}
        {series?.trouble && (
          <p id="series-trouble" className="border-l-4 border-danger py-1 pl-3 font-semibold text-danger">
            {series.trouble.words}
          </p>
        )}
        <div>
          <Button
            type="submit"
            size="lg"
            busy={flow.busy}
            disabled={slotLost}
            aria-describedby={slotLost ? "slot-lost" : series?.trouble ? "series-trouble" : undefined}
            className="w-full"
          >
            {flow.busy ? (flow.hold ? "Saving…" : "Booking…") : buttonWords(flow)}
          </Button>
          {flow.hold && <p className="mt-4 text-ink-soft">{heldWords(flow.hold)}</p>}
          <p role="status" className="text-ink-soft not-empty:mt-4">
            {flow.working && WORKING_TEXT}
          </p>
        </div>
      </div>
    </form>
  );
}

/** What the press leads to. */
function buttonWords({ hold, onAccount, price: { downpaymentCents } }: BookingFormState): string {
  if (onAccount) return "Book on account";
  if (hold) return "Save and continue to payment";
  return downpaymentCents > 0 ? `Continue to payment – ${formatMoney(downpaymentCents)}` : "Book this room";
}

/** `"You hold these hours until 3:42 PM."` */
const heldWords = ({ holdUntil, timeZone }: HeldBooking): string =>
  `You hold these hours until ${clockTime(new Date(holdUntil ?? ""), timeZone)}.`;

/** The typed number of people, once it is a number within the room's capacity; null until then. */
function peopleOf(typed: unknown, capacity: number): number | null {
  const people = Number(typed);
  return Number.isInteger(people) && people >= 1 && people <= capacity ? people : null;
}

/** Opens in a new tab, so that what was typed here stays. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-4">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
