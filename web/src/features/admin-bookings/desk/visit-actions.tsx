/** Marks the stage of a visit, and shows when each stage can be marked and what it means (decisions 74, 110, 236). */
import { useEffect, useRef, useState } from "react";
import type { BookingHistory, StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import {
  freesHours,
  VISIT_STAGES,
  type VisitStage,
  whyStageNotAllowed,
} from "../../../../../core/booking/rules/statuses.ts";
import { venueDayOf } from "../../../../../core/venue/time/venue-time.ts";
import { markVisit, undoVisit } from "../../../api/staff-desk.ts";
import { useZone } from "../../../format/venue.ts";
import { VISIT_LABELS } from "../../../ui/booking/booking-badges.tsx";
import { Button } from "../../../ui/button.tsx";
import { InlineConfirm } from "../../../ui/dialog/inline-confirm.tsx";
import { useBookingChange } from "../use-booking-change.ts";

const EFFECTS: Record<VisitStage, string> = {
  late: "The customer has said that they come later.",
  arrived: "The customer has arrived. This confirms an unpaid hold.",
  left: "The visit is over.",
  "no-show": "The customer did not come. There is no refund. Asks for confirmation first.",
};

/** How often it is checked whether a stage can be marked now. */
const TICK_MS = 15_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface VisitActionsProps {
  booking: StaffBooking;
  money: BookingHistory["money"];
}

export function VisitActions({ booking, money }: VisitActionsProps) {
  const now = useNow();
  const zone = useZone();
  const change = useBookingChange(
    booking.id,
    (stage: VisitStage | "undo") => (stage === "undo" ? undoVisit(booking.id) : markVisit(booking.id, stage)),
    (stage) => (stage === "undo" ? "The last stage is undone." : `Marked: ${VISIT_LABELS[stage]}.`),
  );
  const [asked, setAsked] = useState<VisitStage | null>(null);
  /** The button that has asked; it has the focus again after the answer. */
  const asker = useRef<HTMLButtonElement | null>(null);
  const startsAt = new Date(booking.startTime);
  const visitState = { ...booking, hoursFreed: booking.freed, startsAt };
  const questions: Partial<Record<VisitStage, string>> = {
    "no-show": noShowWords(moneyWords(booking, keptAmount(money)), freesHours({ startsAt }, now)),
    ...(Number(money.dueAmount) > 0
      ? { left: `${formatMoney(money.dueAmount)} is still due. Mark as left all the same?` }
      : {}),
  };
  const close = () => {
    setAsked(null);
    requestAnimationFrame(() => asker.current?.focus());
  };
  const isToday = venueDayOf(now, zone) === venueDayOf(startsAt, zone);
  return (
    <ul>
      {VISIT_STAGES.map((stage) => {
        const whyNot = whyStageNotAllowed(stage, visitState, now);
        const question = questions[stage];
        const isUndoable = booking.visit === stage && isToday && booking.status !== "cancelled";
        return (
          <li
            key={stage}
            className="grid items-center gap-x-4 gap-y-1.5 border-b border-rule py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
          >
            <Button
              density="dense"
              className="w-full"
              variant={stage === "no-show" ? "danger" : "outline"}
              busy={change.isPending && change.variables === stage}
              inert={whyNot !== null || change.isPending}
              aria-describedby={`visit-${stage}`}
              aria-expanded={question ? asked === stage : undefined}
              onClick={({ currentTarget }) => {
                asker.current = currentTarget;
                if (question) setAsked(stage);
                else change.mutate(stage);
              }}
            >
              {VISIT_LABELS[stage]}
            </Button>
            <p id={`visit-${stage}`} className="text-sm text-muted">
              {whyNot ?? EFFECTS[stage]}
            </p>
            {isUndoable && (
              <Button
                density="dense"
                aria-label={`Undo: ${VISIT_LABELS[stage]}`}
                busy={change.isPending && change.variables === "undo"}
                onClick={() => change.mutate("undo")}
              >
                Undo
              </Button>
            )}
            {question && asked === stage && whyNot === null && (
              <InlineConfirm
                words={question}
                yes={stage === "no-show" ? "Mark as no-show" : "Mark as left"}
                busy={change.isPending}
                onYes={() => change.mutate(stage, { onSettled: close })}
                onNo={close}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const keptAmount = ({ paidAmount, refundedAmount, refundsUnderWayAmount }: BookingHistory["money"]): string =>
  (Number(paidAmount) - Number(refundedAmount) - Number(refundsUnderWayAmount)).toFixed(2);

/** What a no-show does to the money. `paid`: what the venue has received for the booking less its refunds. */
function moneyWords({ accountId, totalAmount }: StaffBooking, paid: string): string {
  if (accountId !== undefined) return `The account owes the whole ${formatMoney(totalAmount)} all the same.`;
  return Number(paid) > 0
    ? `No refund: the venue keeps the ${formatMoney(paid)} that was paid, even if the booking is cancelled later.`
    : "Nothing was paid, so there is no refund. The amount due stays due.";
}

function noShowWords(money: string, frees: boolean): string {
  return frees
    ? `${money} The room is free for others at once.`
    : `${money} The guest is not 30 minutes late yet, so the room stays theirs.`;
}
