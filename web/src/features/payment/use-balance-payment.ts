/** Owns the flow of paying a balance: open it, ask the card, have it recorded. No hold runs meanwhile. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PaymentRecorded } from "../../../../bff/contract/booking.ts";
import type { OwnBooking } from "../../../../bff/contract/customer.ts";
import { dollars } from "../../../../bff/contract/money.ts";
import { toast } from "../../ui/toast/toast.tsx";
import type { CardForm, Person } from "./card-form.ts";
import { type OpenedBalance, openBalance } from "./open-balance.ts";
import { type Settled, settle } from "./open-payment.ts";
import { declined, type Failure, NOT_READY, REOPENED, UNRECORDED } from "./payment-failure.ts";
import { forgetIntent, noteAsked, unansweredIntent } from "./returned-intent.ts";

export interface BalancePayment {
  booking: OwnBooking;
  person: Person;
  onPaid(result: PaymentRecorded): void;
}

export function useBalancePayment({ booking, person, onPaid }: BalancePayment) {
  const [unanswered] = useState(() => unansweredIntent(booking.id, window.location.href));
  const opened = useQuery({
    queryKey: ["payment", "balance", booking.id],
    queryFn: () => openBalance(booking, person, unanswered),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // What is open now need not be when the page is shown again.
    gcTime: 0,
  });
  const cardForm = useRef<CardForm>(null);
  const paying = useRef(false);
  const [busy, setBusy] = useState(false);
  /** The card was accepted; only our own record of it is missing. */
  const [charged, setCharged] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const intent = opened.data?.kind === "open" ? opened.data.intent : null;

  /** A card's refusal stands at the card too. */
  const refuse = (message: string | null): void => {
    const reason = declined(message);
    setFailure(reason);
    cardForm.current?.showDecline(`${reason.description} Try another card.`);
  };

  const conclude = (settled: Settled | OpenedBalance): void => {
    if (settled.kind === "open") {
      if (settled.notice !== null) setFailure(declined(settled.notice));
    } else if (settled.kind === "unpaid") {
      setCharged(false);
      refuse(settled.message);
    } else if (settled.kind === "closed") {
      setClosed(settled.message);
    } else {
      forgetIntent(booking.id);
      const description = `We received ${dollars(booking.dueAmount)} for ${booking.roomName}.`;
      toast({ title: "Payment Successful", description });
      onPaid(settled.result);
    }
  };

  const onOpened = useEffectEvent((data: OpenedBalance | undefined) => {
    if (data) conclude(data);
  });
  useEffect(() => onOpened(opened.data), [opened.data]);

  /** Whether the card said yes. */
  const askCard = async (form: CardForm): Promise<boolean> => {
    // A bank may take the page away from here; the next one then asks what became of it.
    noteAsked(booking.id, true);
    const outcome = await form.confirm();
    noteAsked(booking.id, outcome.kind === "succeeded");
    if (outcome.kind === "succeeded") setCharged(true);
    if (outcome.kind === "declined") refuse(outcome.message);
    if (outcome.kind === "failed") setFailure(declined(outcome.message));
    if (outcome.kind === "closed") {
      setFailure(REOPENED);
      await opened.refetch();
    }
    return outcome.kind === "succeeded";
  };

  const attempt = async (): Promise<void> => {
    const form = cardForm.current;
    if (!intent || (!charged && !form)) {
      setFailure(NOT_READY);
      return;
    }
    if (!charged && form && !(await askCard(form))) return;
    const settled = await settle(booking.id, intent.paymentIntentId).catch(() => null);
    if (settled === null) setFailure(UNRECORDED);
    else conclude(settled);
  };

  const pay = async (): Promise<void> => {
    // A second press can come before the first has been drawn as busy.
    if (paying.current || closed !== null) return;
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
    failure,
    /** Why nothing can be paid any more, in the server's words. */
    closed,
    setupFailed: opened.isError && !opened.isFetching,
    retrySetup: () => void opened.refetch(),
    pay,
  };
}
