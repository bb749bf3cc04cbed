/** The payment test page: a booking's number and one button; the answer is only logged (decision 177). */
import { z } from "zod";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { payWithTestCard } from "./provider-tests.ts";
import { Answer, TestSheet } from "./test-sheet.tsx";

const Test = z.object({ bookingId: z.string().trim().min(1, "Booking ID is required") });

export function TestPaymentPage() {
  const { field, sending, frame } = useSentForm({
    schema: Test,
    defaults: { bookingId: "" },
    send: ({ bookingId }) => payWithTestCard(bookingId.trim()),
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
      <form {...frame} className="grid gap-5 border-2 border-ink p-5">
        <TextField
          {...field("bookingId")}
          label="Booking ID"
          required
          className="max-w-xs"
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" busy={sending.isPending} className="mr-1 justify-self-start">
          {sending.isPending ? "Testing…" : "Test Payment"}
        </Button>
      </form>
      <div role="status">
        {sending.isSuccess && (
          <Answer
            title="Request sent"
            good
            rows={[["Response", SENT]]}
            error={NOT_ALLOWED.has(sending.data.status) ? LOG_IN : undefined}
          />
        )}
        {sending.isError && <Answer title="Request not sent" good={false} error={NOT_SENT} />}
      </div>
    </TestSheet>
  );
}

const SENT = "The server answered. The answer and its status are in the browser's console.";
const LOG_IN =
  "The payment was refused: test payments are for staff, and for a signed-in customer's own booking. Log in and try again.";
const NOT_ALLOWED = new Set([401, 403]);
const NOT_SENT = "The server could not be reached.";
