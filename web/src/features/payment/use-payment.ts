/** Owns the one flow of a payment: open it, ask the card, have it recorded, or end with the hold (SPEC §4, §8). */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BookingCreated, PaymentRecorded } from "../../../../bff/contract/booking.ts";
import { pixel } from "../../browser/pixel.ts";
import { toast } from "../../ui/toast.tsx";
import type { CardForm } from "./card-form.ts";
import { openPayment, type Settled, settle } from "./open-payment.ts";
import { declined, type Failure, NOT_READY, REOPENED, SETUP_FAILED, UNRECORDED } from "./payment-failure.ts";
import type { Person } from "./payment-session.ts";
import { forgetIntent, noteAsked, unansweredIntent } from "./returned-intent.ts";

export interface PaymentStepProps {
  booking: BookingCreated;
  person: Person;
  /** The money is recorded and the booking confirmed. */
  onPaid(result: PaymentRecorded): void;
  /** The hold has ended unpaid: its hours are free again. */
  onExpired(): void;
}

const HOLD_EXPIRED: Failure = {
  title: "Your hold has ended",
  description: "Nothing was charged, and the time slot is free again. Choose a time to book it anew.",
};

const EXPIRY_TOAST_MS = 10 * 60_000;

export function usePayment({ booking, person, onPaid, onExpired }: PaymentStepProps) {
  const [unanswered] = useState(() => unansweredIntent(booking.id, window.location.href));
  const opened = useQuery({
    queryKey: ["payment", booking.id],
    queryFn: () => openPayment(booking, person, unanswered),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // What is open now need not be when the step is shown again.
    gcTime: 0,
  });

  const cardForm = useRef<CardForm>(null);
  const paying = useRef(false);
  const over = useRef(false);
  const [busy, setBusy] = useState(false);
  /** The card was accepted; only our own record of it is missing. */
  const [charged, setCharged] = useState(false);
  const [unrecorded, setUnrecorded] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [closed, setClosed] = useState<Failure | null>(null);

  const fail = (reason: Failure) => {
    setFailure(reason);
    toast({ ...reason, variant: "danger" });
  };

  const endHold = () => {
    over.current = true;
    setClosed(HOLD_EXPIRED);
    // Whoever lets a hold run out is often elsewhere; the words wait for them.
    toast({ ...HOLD_EXPIRED, variant: "danger", durationMs: EXPIRY_TOAST_MS });
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
      fail(declined(settled.message));
      return;
    }
    if (over.current) return;
    if (settled.kind === "closed" && settled.reason === "expired") return endHold();
    over.current = true;
    if (settled.kind === "closed") {
      const reason = declined(settled.message);
      setClosed(reason);
      toast({ ...reason, variant: "danger" });
      return;
    }
    forgetIntent(booking.id);
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
    else if (data.notice !== null) fail(declined(data.notice));
  });
  useEffect(() => onOpened(opened.data), [opened.data]);

  const setupFailed = opened.errorUpdateCount;
  useEffect(() => {
    if (setupFailed > 0) toast({ ...SETUP_FAILED, variant: "danger" });
  }, [setupFailed]);

  const intent = opened.data?.kind === "open" ? opened.data.intent : null;

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
    closed,
    setupFailed: opened.isError && !opened.isFetching,
    retrySetup: () => void opened.refetch(),
    holdUntil: intent?.holdUntil ?? booking.holdUntil,
    expire,
    pay,
  };
}
