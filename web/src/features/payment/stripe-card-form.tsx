/** Stripe's own elements for cards and wallets, and their confirmation; loaded only if Stripe's keys are set (decisions 49, 231). */
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { PaymentIntentResult, Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type CardForm, type CardFormProps, type CardOutcome, isCardError } from "./card-form.ts";
import { returnAddress } from "./returned-intent.ts";
import { stripeAppearance } from "./stripe-appearance.ts";
import { WalletButtons } from "./wallet-buttons.tsx";

export default function StripeCardForm(props: CardFormProps) {
  const { intent } = props;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const unavailable = useEffectEvent(props.onUnavailable);

  useEffect(() => {
    let left = false;
    loadStripe(intent.publishableKey).then(
      (loaded) => {
        if (!left) setStripe(loaded);
      },
      () => {
        if (!left) unavailable();
      },
    );
    return () => {
      left = true;
    };
  }, [intent.publishableKey]);

  if (!stripe) return <Skeleton className="h-72 w-full" />;
  return (
    <Elements
      stripe={stripe}
      options={{ clientSecret: intent.clientSecret, appearance: stripeAppearance(), loader: "auto" }}
    >
      <StripeFields {...props} />
    </Elements>
  );
}

function StripeFields({ person, walletText, ref, onUnavailable, onPay }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [decline, setDecline] = useState<string | null>(null);
  const declineLine = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (decline !== null) declineLine.current?.focus();
  }, [decline]);
  const paid = useRef(false);
  const usable = stripe && elements && ready ? { stripe, elements } : null;

  useImperativeHandle<CardForm | null, CardForm | null>(
    ref,
    () =>
      usable && {
        confirm: async () => {
          setDecline(null);
          const outcome = outcomeOf(
            await usable.stripe.confirmPayment({
              elements: usable.elements,
              confirmParams: { return_url: returnAddress(window.location.href) },
              redirect: "if_required",
            }),
          );
          paid.current = outcome.kind === "succeeded";
          return outcome;
        },
        showDecline: setDecline,
      },
  );

  return (
    <div className="grid gap-3">
      <WalletButtons
        text={walletText}
        onPay={async () => {
          await onPay();
          return paid.current;
        }}
      />
      <PaymentElement
        options={{
          layout: "tabs",
          // They have buttons of their own.
          wallets: { applePay: "never", googlePay: "never" },
          defaultValues: { billingDetails: { name: person.name, email: person.email } },
        }}
        onReady={() => setReady(true)}
        onLoadError={onUnavailable}
      />
      {decline !== null && (
        // The number is in the provider's own frame, so the message is shown below it.
        <p ref={declineLine} tabIndex={-1} className="flex gap-2 font-semibold text-danger">
          <span aria-hidden="true">✕</span>
          {decline}
        </p>
      )}
    </div>
  );
}

function outcomeOf({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  // An earlier attempt, whose answer was lost, has paid it.
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === "succeeded") return { kind: "succeeded" };
  if (status === "canceled") return { kind: "closed" };
  // The element has marked its own fields by now.
  if (error?.type === "validation_error") return { kind: "incomplete" };
  if (status === "processing") {
    return {
      kind: "failed",
      message:
        "Your bank is still processing this payment. We record it by ourselves as soon as the money arrives.",
    };
  }
  return {
    kind: isCardError(error?.type, error?.code) ? "declined" : "failed",
    message: error?.message ?? null,
  };
}
