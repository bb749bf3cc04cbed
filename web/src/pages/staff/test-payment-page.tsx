/** The payment test page: a booking's number and one button; the answer is only logged (decision 177). */
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { payWithTestCard } from "./provider-tests.ts";
import { Answer, TestSheet } from "./test-sheet.tsx";

export function TestPaymentPage() {
  const id = useId();
  const [bookingId, setBookingId] = useState("");
  const [missing, setMissing] = useState(false);
  const test = useMutation({
    mutationFn: payWithTestCard,
    onSuccess: (answer) => {
      // biome-ignore lint/suspicious/noConsole: a tester reads the answer here, and only here (decision 177).
      console.log("Payment test response", answer);
      toast({ title: "Payment Test Successful", description: SENT });
    },
    onError: (error) => {
      // biome-ignore lint/suspicious/noConsole: as above.
      console.error("Payment test failed", error);
      toast({ title: "Payment Test Failed", description: NOT_SENT, variant: "danger" });
    },
  });
  return (
    <TestSheet
      title="Payment test"
      lead="Pays a booking's downpayment with the test card tok_visa. Works with test keys and the simulated provider alone: no card is charged. For staff, and for a signed-in customer's own booking."
    >
      <form
        noValidate
        className="grid gap-5 border-2 border-ink p-5"
        onSubmit={(event) => {
          event.preventDefault();
          const given = bookingId.trim();
          setMissing(given === "");
          if (given !== "" && !test.isPending) test.mutate(given);
        }}
      >
        <TextField
          label="Booking ID"
          required
          id={id}
          error={missing ? "Booking ID is required" : undefined}
          className="max-w-xs"
          inputMode="numeric"
          autoComplete="off"
          value={bookingId}
          onChange={(event) => {
            setBookingId(event.target.value);
            setMissing(false);
          }}
        />
        <Button type="submit" busy={test.isPending} className="mr-1 justify-self-start">
          {test.isPending ? "Testing…" : "Test Payment"}
        </Button>
      </form>
      <div role="status">
        {test.isSuccess && (
          <Answer
            title="Request sent"
            good
            rows={[["Response", SENT]]}
            error={NOT_ALLOWED.has(test.data.status) ? LOG_IN : undefined}
          />
        )}
        {test.isError && <Answer title="Request not sent" good={false} error={NOT_SENT} />}
      </div>
    </TestSheet>
  );
}

const SENT = "The server answered. The answer and its status are in the browser's console.";
const LOG_IN =
  "The payment was refused: test payments are for staff, and for a signed-in customer's own booking. Log in and try again.";
const NOT_ALLOWED = new Set([401, 403]);
const NOT_SENT = "The server could not be reached.";
