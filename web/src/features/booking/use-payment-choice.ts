/** Keeps how the signed-in customer pays what they book: by card, or on their billing account if it can take it (decision 262). */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownAccountQuery } from "../../api/billing-account.ts";
import { signedInRecord } from "../../session/signed-in-customer.ts";
import { type BookableAccount, type PaysBy, whyNotOnAccount } from "./payment-choice.tsx";

/** The signed-in customer's account, if they may book on it; asked for once the form is shown. */
function useBookableAccount(): BookableAccount | null {
  const isSignedIn = signedInRecord(localStorage) !== null;
  const own = useQuery({ ...ownAccountQuery, enabled: isSignedIn }).data?.account;
  return own?.selfBooking ? own : null;
}

interface ToBePaid {
  /** A hold that waits for its payment stays one. */
  isHeld: boolean;
  /** Integer cents. */
  totalCents: number;
}

export function usePaymentChoice({ isHeld, totalCents }: ToBePaid) {
  const account = useBookableAccount();
  const [chosen, setPaysBy] = useState<PaysBy>("card");
  if (account === null || isHeld || totalCents === 0) return { choice: null, onAccount: false };
  const onAccount = chosen === "account" && whyNotOnAccount(account, totalCents) === null;
  const paysBy: PaysBy = onAccount ? "account" : "card";
  return {
    /** The ways to pay; null if there is only the card. */
    choice: { account, paysBy, setPaysBy },
    onAccount,
  };
}
