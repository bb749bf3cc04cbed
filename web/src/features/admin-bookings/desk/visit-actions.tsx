/** Marks the stage of a visit, and shows when each stage can be marked and what a no-show means (decisions 74, 110). */
import { useEffect, useRef, useState } from "react";
import type { BookingHistory, StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { dollars } from "../../../../../core/booking/rules/money.ts";
import {
  VISIT_STAGES,
  type VisitStage,
  whyStageNotAllowed,
} from "../../../../../core/booking/rules/statuses.ts";
import { markVisit } from "../../../api/staff-desk.ts";
import { VISIT_LABELS } from "../../../ui/booking/booking-badges.tsx";
import { Button } from "../../../ui/button.tsx";
import { InlineConfirm } from "../../../ui/dialog/inline-confirm.tsx";
import { useBookingChange } from "../use-booking-change.ts";

const EFFECTS: Record<VisitStage, string> = {
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
  const visit = useBookingChange(
    booking.id,
    (stage: VisitStage) => markVisit(booking.id, stage),
    (stage) => `Marked: ${VISIT_LABELS[stage]}.`,
  );
  const [asking, setAsking] = useState(false);
  const asker = useRef<HTMLButtonElement>(null);
  const visitState = { visit: booking.visit, status: booking.status, startsAt: new Date(booking.startTime) };
  const close = () => {
    setAsking(false);
    requestAnimationFrame(() => asker.current?.focus());
  };
  return (
    <ul>
      {VISIT_STAGES.map((stage) => {
        const whyNot = whyStageNotAllowed(stage, visitState, now);
        const asks = stage === "no-show";
        return (
          <li
            key={stage}
            className="grid items-center gap-x-4 gap-y-1.5 border-b border-rule py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <Button
              density="dense"
              className="w-full"
              ref={asks ? asker : undefined}
              variant={asks ? "danger" : "outline"}
              busy={visit.isPending && visit.variables === stage}
              inert={whyNot !== null || visit.isPending}
              aria-describedby={`visit-${stage}`}
              aria-expanded={asks ? asking : undefined}
              onClick={() => (asks ? setAsking(true) : visit.mutate(stage))}
            >
              {VISIT_LABELS[stage]}
            </Button>
            <p id={`visit-${stage}`} className="text-sm text-muted">
              {whyNot ?? EFFECTS[stage]}
            </p>
            {asks && asking && whyNot === null && (
              <InlineConfirm
                words={noShowWords(keptAmount(money))}
                yes="Mark as no-show"
                busy={visit.isPending}
                onYes={() => visit.mutate("no-show", { onSettled: close })}
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

/** `paid`: what the venue has received for the booking less its refunds, in dollars. */
const noShowWords = (paid: string): string =>
  Number(paid) > 0
    ? `No refund: the venue keeps the ${dollars(paid)} that was paid, even if the booking is cancelled later.`
    : "Nothing was paid, so there is no refund. The amount due stays due.";
