/** Makes one attempt per press of "pay", one at a time: first the card, then the server's record of it (decision 66). */
import { useRef, useState } from "react";
import { toast } from "../../ui/toast/toast.tsx";
import type { CardForm } from "./card-form.ts";
import { type Settled, settle } from "./open-payment.ts";
import { declined, type Failure, NOT_READY, UNRECORDED } from "./payment-failure.ts";
import { noteAsked } from "./returned-intent.ts";

interface CardAttempt {
  bookingId: number;
  /** Null until there is something to pay. */
  paymentIntentId: string | null;
  /** Whether no more payments can be asked for, as of this moment. */
  isOver(): boolean;
  /** Shown at the card with its refusal: what is not lost, and what to do. */
  comfort(): string;
  /** Called if the provider has cancelled the payment; nothing was charged. */
  onClosed(paymentIntentId: string): Promise<void>;
  /** Called with the outcome that our API gives. */
  onSettled(settled: Settled): void;
}

export function useCardAttempt({
  bookingId,
  paymentIntentId,
  isOver,
  comfort,
  onClosed,
  onSettled,
}: CardAttempt) {
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
    cardForm.current?.showDecline(`${reason.description} ${comfort()}`);
  };

  /** Resolves to whether the card was accepted. */
  const askCard = async (form: CardForm, asked: string): Promise<boolean> => {
    // A bank may redirect from this page; the next page then asks for the outcome.
    noteAsked(bookingId, true);
    const outcome = await form.confirm();
    noteAsked(bookingId, outcome.kind === "succeeded");
    if (outcome.kind === "succeeded") setCharged(true);
    if (outcome.kind === "declined") refuse(outcome.message);
    if (outcome.kind === "failed") fail(declined(outcome.message));
    if (outcome.kind === "closed") await onClosed(asked);
    return outcome.kind === "succeeded";
  };

  const attempt = async (): Promise<void> => {
    const form = cardForm.current;
    if (!paymentIntentId || (!charged && !form)) return fail(NOT_READY);
    if (!charged && form && !(await askCard(form, paymentIntentId))) return;
    const settled = await settle(bookingId, paymentIntentId).catch(() => null);
    setUnrecorded(settled === null);
    if (settled === null) fail(UNRECORDED);
    else onSettled(settled);
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
    cardForm,
    busy,
    charged,
    /** An attempt to have the accepted card recorded has failed. */
    unrecorded,
    failure,
    fail,
    refuse,
    pay,
    /** Whether an answer to a press is still pending, as of this moment. */
    isPaying: () => paying.current,
  };
}
