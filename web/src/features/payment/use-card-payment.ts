/** Runs a payment by card: opens it, asks the card once per press of "pay", and has the money recorded (decision 66). */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { noAnswerMessage } from "../../api/refusal.ts";
import { toast } from "../../ui/toast/toast.tsx";
import type { CardForm } from "./card-form.ts";
import {
  type OpenedPayment,
  openPayment,
  type PaymentDetails,
  type PaymentOutcome,
  recordPayment,
  type SettledPayment,
} from "./open-payment.ts";
import {
  declined,
  type Failure,
  INTENT_CANCELLED,
  NOT_READY,
  NOT_RECORDED,
  SETUP_FAILED,
} from "./payment-failure.ts";
import { markAsked, unansweredIntent } from "./returned-intent.ts";

interface CardPaymentOptions<Recorded> extends PaymentDetails<Recorded> {
  /** Another value opens the payment again. */
  version: string;
  /** Whether no more payments can be asked for, as of this moment. */
  isOver(): boolean;
  /** Shown at the card with its refusal: what is not lost, and what to do. */
  retryHint(): string;
  /** Called once nothing is left to pay here. */
  onSettled(settled: SettledPayment<Recorded>): void;
}

export function useCardPayment<Recorded>({
  version,
  isOver,
  retryHint,
  onSettled,
  ...details
}: CardPaymentOptions<Recorded>) {
  const { payable } = details;
  const { id, purpose } = payable;
  const [unanswered] = useState(() => unansweredIntent(id, window.location.href));
  const opened = useQuery({
    queryKey: ["payment", purpose, id, version],
    queryFn: () => openPayment(details, unanswered),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // An open payment may be over when the page is shown again.
    gcTime: 0,
  });
  const intent = opened.data?.kind === "open" ? opened.data.intent : null;

  const cardForm = useRef<CardForm>(null);
  const paying = useRef(false);
  const [busy, setBusy] = useState(false);
  /** The card was accepted; only our own record of it is missing. */
  const [charged, setCharged] = useState(false);
  const [unrecorded, setUnrecorded] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const fail = (reason: Failure): void => {
    setFailure(reason);
    toast({ ...reason, variant: "danger" });
  };

  /** A card's refusal is shown at the card too. */
  const refuse = (message: string | null): void => {
    const reason = declined(message);
    setCharged(false);
    fail(reason);
    cardForm.current?.showDecline(`${reason.description} ${retryHint()}`);
  };

  const conclude = (settled: PaymentOutcome<Recorded>): void =>
    settled.kind === "unpaid" ? refuse(settled.message) : onSettled(settled);

  const onOpened = useEffectEvent((data: OpenedPayment<Recorded> | undefined) => {
    if (data === undefined) return;
    if (data.kind !== "open") conclude(data);
    else if (data.notice !== null) refuse(data.notice);
  });
  useEffect(() => onOpened(opened.data), [opened.data]);

  const failedSetups = opened.errorUpdateCount;
  useEffect(() => {
    if (failedSetups > 0) toast({ ...SETUP_FAILED, variant: "danger" });
  }, [failedSetups]);

  /** The payment was cancelled while this page was open: with what it was for, which our API then says, or a new one is opened. */
  const learnWhyClosed = async (paymentIntentId: string) => {
    const settled = await recordPayment(payable, paymentIntentId).catch(() => null);
    if (settled && settled.kind !== "unpaid") return onSettled(settled);
    fail(INTENT_CANCELLED);
    await opened.refetch();
  };

  /** Resolves to whether the card was accepted. */
  const askCard = async (form: CardForm, paymentIntentId: string): Promise<boolean> => {
    // A bank may redirect from this page; the next page then asks for the outcome.
    markAsked(id, true);
    const outcome = await form.confirm();
    markAsked(id, outcome.kind === "succeeded");
    if (outcome.kind === "succeeded") setCharged(true);
    if (outcome.kind === "declined") refuse(outcome.message);
    if (outcome.kind === "failed") fail(declined(outcome.message));
    if (outcome.kind === "closed") await learnWhyClosed(paymentIntentId);
    return outcome.kind === "succeeded";
  };

  const attempt = async (): Promise<void> => {
    const form = cardForm.current;
    if (!intent || (!charged && !form)) return fail(NOT_READY);
    if (!charged && form && !(await askCard(form, intent.paymentIntentId))) return;
    const settled = await recordPayment(payable, intent.paymentIntentId).catch(() => null);
    setUnrecorded(settled === null);
    if (settled === null) fail(NOT_RECORDED);
    else conclude(settled);
  };

  const pay = async (): Promise<void> => {
    // A second press can come before the button is drawn as busy.
    if (paying.current || isOver()) return;
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
    pay,
    setupFailed: opened.isError && !opened.isFetching,
    setupWords: noAnswerMessage(opened.error),
    retrySetup: () => void opened.refetch(),
    /** Whether money may still arrive, as of this moment. */
    isUnsettled: () =>
      paying.current || charged || opened.isPending || (opened.isError && unanswered !== null),
  };
}

export type CardPayment = ReturnType<typeof useCardPayment>;
