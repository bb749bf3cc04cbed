/** The test card form that replaces Stripe's elements while no keys are set; it says plainly that no card is charged. */
import { useImperativeHandle, useRef, useState } from "react";
import { z } from "zod";
import { useHubForm } from "../../form/use-sent-form.ts";
import { Field, TextField } from "../../ui/field.tsx";
import { BankChallenge } from "./bank-challenge.tsx";
import type { CardFormProps, CardOutcome } from "./card-form.ts";
import {
  digitsOf,
  formatCardNumber,
  formatExpiry,
  isCardNumber,
  isExpired,
  parseExpiry,
} from "./card-number.ts";
import { FormattedInput } from "./formatted-input.tsx";
import { answerChallenge, confirmCard, TEST_CARDS } from "./simulated-provider.ts";

const CardFields = z.object({
  number: z.string().refine(isCardNumber, "Enter a card number, such as 4242 4242 4242 4242"),
  expiry: z.string().transform((text, context) => {
    const expiry = parseExpiry(text);
    if (expiry && !isExpired(expiry, new Date())) return expiry;
    const message = expiry ? "This card has expired" : "Enter the expiry as month and year, such as 12 / 34";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  cvc: z.string().regex(/^\s*\d{3,4}\s*$/, "Enter the three or four digits of the security code"),
  name: z.string().trim().min(1, "Enter the name on the card"),
});

/** A month in which every test card is still valid. */
const testExpiry = (): string => `12 / ${String((new Date().getFullYear() + 5) % 100).padStart(2, "0")}`;

export default function SimulatedCardForm({ intent, person, ref }: CardFormProps) {
  const { form, field, tie } = useHubForm({
    schema: CardFields,
    defaults: { number: "", expiry: "", cvc: "", name: person.name },
  });
  const [challenged, setChallenged] = useState(false);
  const answered = useRef<(answer: "succeed" | "fail") => void>(null);

  const askCustomer = (): Promise<"succeed" | "fail"> =>
    new Promise((resolve) => {
      answered.current = resolve;
      setChallenged(true);
    });

  const charge = async (card: z.output<typeof CardFields>): Promise<CardOutcome> => {
    const first = await confirmCard(intent, {
      number: digitsOf(card.number),
      expiryMonth: card.expiry.month,
      expiryYear: card.expiry.year,
      cvc: card.cvc.trim(),
    });
    if (first.kind !== "challenge") return first;
    const answer = await askCustomer();
    const last = await answerChallenge(intent, answer);
    setChallenged(false);
    return last.kind === "challenge" ? { kind: "failed", message: null } : last;
  };

  useImperativeHandle(ref, () => ({
    confirm: async () => {
      let outcome: CardOutcome = { kind: "incomplete" };
      await form.handleSubmit(async (card) => {
        outcome = await charge(card);
      })();
      return outcome;
    },
    showDecline: (message) => {
      form.setError("number", { type: "declined", message });
      form.setFocus("number", { shouldSelect: true });
    },
  }));

  const use = (number: string) => {
    const options = { shouldValidate: form.formState.isSubmitted };
    form.setValue("number", formatCardNumber(number), options);
    form.setValue("expiry", testExpiry(), options);
    form.setValue("cvc", "123", options);
  };

  return (
    <>
      {challenged && <BankChallenge onAnswer={(answer) => answered.current?.(answer)} />}
      <div hidden={challenged} className={challenged ? undefined : "grid gap-6"}>
        <TestCards onUse={use} />
        <div className="grid gap-x-4 gap-y-5 @md:grid-cols-2">
          <Field {...tie("number")} label="Card number" required className="@md:col-span-2">
            {(aria) => (
              <FormattedInput
                {...aria}
                {...form.register("number")}
                format={formatCardNumber}
                inputMode="numeric"
                autoComplete="cc-number"
                maxLength={23}
                className="figures"
              />
            )}
          </Field>
          <Field {...tie("expiry")} label="Expiry" required>
            {(aria) => (
              <FormattedInput
                {...aria}
                {...form.register("expiry")}
                format={formatExpiry}
                inputMode="numeric"
                autoComplete="cc-exp"
                placeholder="MM / YY"
                className="figures"
              />
            )}
          </Field>
          <TextField
            {...field("cvc")}
            label="CVC"
            required
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            controlClass="figures"
          />
          <TextField
            {...field("name")}
            label="Name on card"
            required
            className="@md:col-span-2"
            autoComplete="cc-name"
          />
        </div>
      </div>
    </>
  );
}

function TestCards({ onUse }: { onUse(number: string): void }) {
  return (
    <section aria-labelledby="test-cards" className="border-2 border-dashed border-control p-4">
      <h2 id="test-cards" className="font-semibold">
        Test payment: no card is charged
      </h2>
      <p className="text-sm text-muted">
        This site runs without a payment provider. Choose a test card. Any other number is declined.
      </p>
      <ul className="mt-3 grid gap-1">
        {TEST_CARDS.map(({ number, meaning }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-3">
            <button
              type="button"
              onClick={() => onUse(number)}
              className="figures min-h-9 font-semibold text-action underline decoration-2 underline-offset-4"
            >
              {formatCardNumber(number)}
            </button>
            <span className="text-muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
