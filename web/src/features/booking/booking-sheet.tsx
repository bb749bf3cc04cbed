/** Owns the one booking form behind the room page and the booking dialog: its fields, its ticket and its button. */
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { SLOT_TAKEN_TEXT } from "./booking-failure.ts";
import type { FieldRules } from "./booking-fields.ts";
import { BookingTicket } from "./booking-ticket.tsx";
import { PersonFields } from "./person-fields.tsx";
import { SessionFields } from "./session-fields.tsx";
import { TimeFields } from "./time-fields.tsx";
import { type BookingFlow, type BookingFormProps, fieldId, useBookingForm } from "./use-booking-form.ts";

const WORKING_TEXT = "One moment: your browser is doing a short calculation that keeps robots out";

interface BookingSheetProps extends BookingFormProps {
  rules: FieldRules;
  /** "accept" or "agree to", as the message about the unticked box has it. */
  termsVerb: string;
}

/** Two columns where its container is wide enough, one in a dialog or on a phone. */
export function BookingSheet({ rules, termsVerb, ...props }: BookingSheetProps) {
  const { room, choice, onChoice, span, slotLost, minHours } = props;
  const flow = useBookingForm(props, rules);
  return (
    <div className="@container">
      <form
        noValidate
        aria-label={`Book ${room.name}`}
        onSubmit={flow.submit}
        className="grid items-start gap-8 @3xl:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)] @3xl:gap-12"
      >
        <div className="@container grid gap-8">
          <ErrorSummary errors={flow.summary} />
          {flow.times && span && (
            <TimeFields times={flow.times} messages={flow.messages} zone={room.timeZone} at={span.startsAt} />
          )}
          <PersonFields flow={flow} />
          <SessionFields
            flow={flow}
            room={room}
            choice={choice}
            onChoice={onChoice}
            minHours={minHours}
            attendeesRequired={rules.attendeesRequired}
          />
        </div>
        <BookingTicket room={room} choice={choice} span={span} price={flow.price}>
          <div className="grid gap-4">
            <Terms flow={flow} verb={termsVerb} />
            {flow.alerts.length > 0 && <Alerts texts={flow.alerts} />}
            {slotLost && (
              <p id="slot-lost" className="border-l-4 border-danger py-1 pl-3 font-semibold text-danger">
                {SLOT_TAKEN_TEXT}
              </p>
            )}
            <div>
              <Button
                type="submit"
                size="lg"
                busy={flow.busy}
                disabled={slotLost}
                aria-describedby={slotLost ? "slot-lost" : undefined}
                className="w-full"
              >
                {flow.busy ? "Booking…" : "Book this room"}
              </Button>
              <p role="status" className="text-ink-soft not-empty:mt-4">
                {flow.working && WORKING_TEXT}
              </p>
            </div>
          </div>
        </BookingTicket>
      </form>
    </div>
  );
}

function Terms({ flow, verb }: { flow: BookingFlow; verb: string }) {
  return (
    <Checkbox
      {...flow.form.register("terms")}
      id={fieldId("terms")}
      required
      error={flow.messages.terms}
      label={
        <>
          I {verb} the <NewTab href="/terms">terms and conditions</NewTab> and the{" "}
          <NewTab href="/cancellation">cancellation policy</NewTab>
        </>
      }
    />
  );
}

/** A new tab, so that what was typed here stays. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-4">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Alerts({ texts }: { texts: string[] }) {
  return (
    <div role="alert" className="grid gap-1 border-l-4 border-danger py-1 pl-3 font-semibold text-danger">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
