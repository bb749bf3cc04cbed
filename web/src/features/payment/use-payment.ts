/** Owns the one flow of a payment: open it, ask the card, have it recorded, or end with the hold (SPEC §4, §8). */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PaymentRecorded } from "../../../../bff/contract/booking.ts";
import { noAnswerWords } from "../../api/refusal.ts";
import { pixel } from "../../browser/pixel.ts";
import { holdStands, remainingMs } from "../../format/hold-countdown.ts";
import { toast } from "../../ui/toast/toast.tsx";
import type { CardForm, Person } from "./card-form.ts";
import { openPayment, type PayableBooking, type Settled, settle } from "./open-payment.ts";
import { declined, type Failure, NOT_READY, REOPENED, SETUP_FAILED, UNRECORDED } from "./payment-failure.ts";
import { forgetIntent, noteAsked, unansweredIntent } from "./returned-intent.ts";

export interface PaymentStepProps {
  booking: PayableBooking;
  person: Person;
  /** The money is recorded and the booking confirmed; without a result, on another way than this page. */
  onPaid(result: PaymentRecorded | null): void;
  /** The hold has ended unpaid: its hours are free again. */
  onExpired(): void;
  /** There is nothing to pay for any more, and why: the booking was cancelled, or the money has gone back. */
  onOver(reason: Failure): void;
}

const HOLD_EXPIRED: Failure = {
  title: "Your hold has ended",
  description: "Nothing was charged, and the hours are free again.",
};

export function usePayment({ booking, person, onPaid, onExpired, onOver }: PaymentStepProps) {
  const [unanswered] = useState(() => unansweredIntent(booking.id, window.location.href));
  const opened = useQuery({
    queryKey: ["payment", booking.id, booking.downpaymentAmount],
    queryFn: () => openPayment(booking, person, unanswered),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // What is open now need not be when the step is shown again.
    gcTime: 0,
  });

  const intent = opened.data?.kind === "open" ? opened.data.intent : null;
  const holdUntil = intent?.holdUntil ?? booking.holdUntil;
  const cardForm = useRef<CardForm>(null);
  const paying = useRef(false);
  const over = useRef(false);
  const [busy, setBusy] = useState(false);
  /** The card was accepted; only our own record of it is missing. */
  const [charged, setCharged] = useState(false);
  const [unrecorded, setUnrecorded] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const fail = (reason: Failure) => {
    setFailure(reason);
    toast({ ...reason, variant: "danger" });
  };

  /** A card's refusal stands at the card too, and says there that nothing else is lost. */
  const refuse = (message: string | null) => {
    const reason = declined(message);
    fail(reason);
    const stands = holdStands(remainingMs(holdUntil, Date.now()));
    cardForm.current?.showDecline(
      [reason.description, stands, "Try another card."].filter(Boolean).join(" "),
    );
  };

  const endHold = () => {
    over.current = true;
    toast({ ...HOLD_EXPIRED, variant: "danger" });
    forgetIntent(booking.id);
    onExpired();
  };

  /** The clock says the hold is over. While money may be on its way, the answer to it decides instead. */
  const expire = () => {
    const unsettled = opened.isPending || (opened.isError && unanswered !== null);
    if (over.current || paying.current || charged || unsettled) return;
    endHold();
  };

  const conclude = (settled: Settled) => {
    if (settled.kind === "unpaid") {
      setCharged(false);
      refuse(settled.message);
      return;
    }
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
      description: `We received $${paid.downpaymentAmount} for ${paid.roomName}.`,
    });
    onPaid(settled.result);
  };

  const onOpened = useEffectEvent((data: typeof opened.data) => {
    if (data === undefined) return;
    if (data.kind !== "open") conclude(data);
    else if (data.notice !== null) refuse(data.notice);
  });
  useEffect(() => onOpened(opened.data), [opened.data]);

  const setupFailed = opened.errorUpdateCount;
  useEffect(() => {
    if (setupFailed > 0) toast({ ...SETUP_FAILED, variant: "danger" });
  }, [setupFailed]);

  /** The payment was cancelled while this page was open: with the hold, which our API says in words, or it is opened anew. */
  const learnWhyClosed = async (paymentIntentId: string) => {
    const settled = await settle(booking.id, paymentIntentId).catch(() => null);
    if (settled && settled.kind !== "unpaid") return conclude(settled);
    fail(REOPENED);
    await opened.refetch();
  };

  /** Asks the card unless it has already said yes, then has the money recorded. */
  const attempt = async () => {
    const form = cardForm.current;
    if (!intent || (!charged && !form)) return fail(NOT_READY);
    if (!charged && form) {
      // A bank may take the page away from here; the next one then asks what became of it.
      noteAsked(booking.id, true);
      const outcome = await form.confirm();
      noteAsked(booking.id, outcome.kind === "succeeded");
      if (outcome.kind === "declined") refuse(outcome.message);
      if (outcome.kind === "failed") fail(declined(outcome.message));
      if (outcome.kind === "closed") return learnWhyClosed(intent.paymentIntentId);
      if (outcome.kind !== "succeeded") return;
      setCharged(true);
    }
    const settled = await settle(booking.id, intent.paymentIntentId).catch(() => null);
    setUnrecorded(settled === null);
    if (settled === null) fail(UNRECORDED);
    else conclude(settled);
  };

  const pay = async () => {
    // A second press can come before the first has been drawn as busy.
    if (paying.current || over.current) return;
    paying.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await attempt();
    } finally {
      paying.current = false;
      setBusy(false);
    }
  };

  return {
    intent,
    cardForm,
    busy,
    charged,
    /** An attempt to have the accepted card recorded has failed. */
    unrecorded,
    failure,
    setupWords: noAnswerWords(opened.error),
    setupFailed: opened.isError && !opened.isFetching,
    retrySetup: () => void opened.refetch(),
    holdUntil,
    expire,
    pay,
  };
}
