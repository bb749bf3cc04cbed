/** Runs a payment: open it, charge the card, have it recorded, or end with the hold. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PaymentRecorded } from "../../../../bff/contract/booking.ts";
import { dollars } from "../../../../core/booking/money.ts";
import { noAnswerWords } from "../../api/refusal.ts";
import { pixel } from "../../browser/pixel.ts";
import { holdStands, remainingMs } from "../../format/hold-countdown.ts";
import { toast } from "../../ui/toast/toast.tsx";
import type { Person } from "./card-form.ts";
import { openPayment, type PayableBooking, type Settled, settle } from "./open-payment.ts";
import { declined, type Failure, REOPENED, SETUP_FAILED } from "./payment-failure.ts";
import { forgetIntent, unansweredIntent } from "./returned-intent.ts";
import { useCardAttempt } from "./use-card-attempt.ts";

export interface PaymentStepProps {
  booking: PayableBooking;
  person: Person;
  /** The guest link's token, if that gives access. */
  token?: string | undefined;
  /** The money is recorded and the booking confirmed; the result is null if it was not paid on this page. */
  onPaid(result: PaymentRecorded | null): void;
  /** The hold has ended unpaid: its hours are free again. */
  onExpired(): void;
  /** Nothing is left to pay, with the reason: the booking was cancelled, or the money was refunded. */
  onOver(reason: Failure): void;
}

const HOLD_EXPIRED: Failure = {
  title: "Your hold has ended",
  description: "Nothing was charged, and the hours are free again.",
};

export function usePayment({ booking, person, token, onPaid, onExpired, onOver }: PaymentStepProps) {
  const [unanswered] = useState(() => unansweredIntent(booking.id, window.location.href));
  const opened = useQuery({
    queryKey: ["payment", booking.id, booking.downpaymentDueAmount],
    queryFn: () => openPayment(booking, { ...person, token }, unanswered),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // An open payment may be over when the step is shown again.
    gcTime: 0,
  });

  const intent = opened.data?.kind === "open" ? opened.data.intent : null;
  const holdUntil = intent?.holdUntil ?? booking.holdUntil;
  const over = useRef(false);
  const card = useCardAttempt({
    bookingId: booking.id,
    paymentIntentId: intent?.paymentIntentId ?? null,
    isOver: () => over.current,
    comfort: () => {
      const stands = holdStands(remainingMs(holdUntil, Date.now()));
      return [stands, "Try another card."].filter(Boolean).join(" ");
    },
    onClosed: (paymentIntentId) => learnWhyClosed(paymentIntentId),
    onSettled: (settled) => conclude(settled),
  });

  const endHold = () => {
    over.current = true;
    toast({ ...HOLD_EXPIRED, variant: "danger" });
    forgetIntent(booking.id);
    onExpired();
  };

  /** The hold is over by the clock. While money may still be received, the answer to that decides instead. */
  const expire = () => {
    const unsettled = opened.isPending || (opened.isError && unanswered !== null);
    if (over.current || card.isPaying() || card.charged || unsettled) return;
    endHold();
  };

  const conclude = (settled: Settled) => {
    if (settled.kind === "unpaid") return card.refuse(settled.message);
    if (over.current) return;
    if (settled.kind === "closed" && settled.reason === "expired") return endHold();
    over.current = true;
    forgetIntent(booking.id);
    if (settled.kind === "closed" && settled.reason === "paid") return onPaid(null);
    if (settled.kind === "closed") {
      const reason = declined(settled.message);
      toast({ ...reason, variant: "danger" });
      return onOver(reason);
    }
    const { booking: paid } = settled.result;
    pixel.purchase(paid.roomId, paid.roomName, Number(paid.totalAmount));
    toast({
      title: "Payment Successful",
      description: `We received ${dollars(booking.downpaymentDueAmount)} for ${paid.roomName}.`,
    });
    onPaid(settled.result);
  };

  const onOpened = useEffectEvent((data: typeof opened.data) => {
    if (data === undefined) return;
    if (data.kind !== "open") conclude(data);
    else if (data.notice !== null) card.refuse(data.notice);
  });
  useEffect(() => onOpened(opened.data), [opened.data]);

  const setupFailed = opened.errorUpdateCount;
  useEffect(() => {
    if (setupFailed > 0) toast({ ...SETUP_FAILED, variant: "danger" });
  }, [setupFailed]);

  /** The payment was cancelled while this page was open: either with the hold, which our API then says, or a new payment is opened. */
  const learnWhyClosed = async (paymentIntentId: string) => {
    const settled = await settle(booking.id, paymentIntentId).catch(() => null);
    if (settled && settled.kind !== "unpaid") return conclude(settled);
    card.fail(REOPENED);
    await opened.refetch();
  };

  return {
    ...card,
    intent,
    setupWords: noAnswerWords(opened.error),
    setupFailed: opened.isError && !opened.isFetching,
    retrySetup: () => void opened.refetch(),
    holdUntil,
    expire,
  };
}
