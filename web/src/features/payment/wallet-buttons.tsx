/** Stripe's buttons of Apple Pay, Google Pay and Link; nothing where none of them can be used (decision 231). */
import { ExpressCheckoutElement } from "@stripe/react-stripe-js";
import { useState } from "react";
import type { CardFormProps } from "./card-form.ts";

const OPTIONS = {
  paymentMethods: {
    applePay: "auto",
    googlePay: "auto",
    link: "auto",
    amazonPay: "never",
    klarna: "never",
    paypal: "never",
  },
  buttonHeight: 48,
} as const;

/** Apple's buttons have no "pay". */
const BUTTON_TYPES = {
  book: { applePay: "book", googlePay: "book" },
  pay: { applePay: "plain", googlePay: "pay" },
} as const;

interface WalletButtonsProps {
  text: CardFormProps["walletText"];
  /** Asks for the money that the wallet allows; resolves to whether it was paid: the wallet's own sheet tells its owner. */
  onPay(): Promise<boolean>;
}

export function WalletButtons({ text, onPay }: WalletButtonsProps) {
  const [usable, setUsable] = useState(false);
  return (
    // Stripe says which wallets this browser has only once the buttons are in the page.
    <div className={usable ? "grid gap-4" : "h-0 overflow-hidden"}>
      <ExpressCheckoutElement
        options={{ ...OPTIONS, buttonType: BUTTON_TYPES[text] }}
        onReady={({ availablePaymentMethods }) => setUsable(availablePaymentMethods !== undefined)}
        onConfirm={async (wallet) => {
          if (!(await onPay())) wallet.paymentFailed({ reason: "fail" });
        }}
      />
      {usable && (
        <p className="flex items-center gap-4 text-muted before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule">
          or by card
        </p>
      )}
    </div>
  );
}
