/** Runs the payment of a balance, without a hold: open it, ask the card, have it recorded. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { PaymentRecorded } from "../../../../bff/contract/booking.ts";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { dollars } from "../../../../core/booking/money.ts";
import { toast } from "../../ui/toast/toast.tsx";
import type { Person } from "./card-form.ts";
import { type OpenedBalance, openBalance } from "./open-balance.ts";
import type { Settled } from "./open-payment.ts";
import { REOPENED } from "./payment-failure.ts";
import { forgetIntent, unansweredIntent } from "./returned-intent.ts";
import { useCardAttempt } from "./use-card-attempt.ts";

export interface BalancePayment {
  booking: OwnBooking;
  person: Person;
  /** The guest link's token, if that gives access. */
  token?: string | undefined;
  onPaid(result: PaymentRecorded): void;
}

export function useBalancePayment({ booking, person, token, onPaid }: BalancePayment) {
  const [unanswered] = useState(() => unansweredIntent(booking.id, window.location.href));
  const opened = useQuery({
    queryKey: ["payment", "balance", booking.id],
    queryFn: () => openBalance(booking, { ...person, token }, unanswered),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // An open payment may be over when the page is shown again.
    gcTime: 0,
  });
  const [closed, setClosed] = useState<string | null>(null);
  const intent = opened.data?.kind === "open" ? opened.data.intent : null;

  const card = useCardAttempt({
    bookingId: booking.id,
    paymentIntentId: intent?.paymentIntentId ?? null,
    isOver: () => closed !== null,
    comfort: () => "Try another card.",
    onClosed: async () => {
      card.fail(REOPENED);
      await opened.refetch();
    },
    onSettled: (settled) => conclude(settled),
  });

  const conclude = (settled: Settled | OpenedBalance): void => {
    if (settled.kind === "open") {
      if (settled.notice !== null) card.refuse(settled.notice);
    } else if (settled.kind === "unpaid") {
      card.refuse(settled.message);
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

  return {
    ...card,
    intent,
    /** Why nothing can be paid any more, in the server's words. */
    closed,
    setupFailed: opened.isError && !opened.isFetching,
    retrySetup: () => void opened.refetch(),
  };
}
