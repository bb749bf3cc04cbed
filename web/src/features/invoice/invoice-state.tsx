/** What is to be done about an invoice: its state, the card, the PDF, and the other ways to pay. */
import type { LinkedInvoice } from "../../../../bff/contract/billing/invoices.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { invoicePdfHref } from "../../api/invoices.ts";
import { stateOf } from "../../format/invoice-words.ts";
import { useVenue } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";

/** A number stays on one line. */
const NUMBER = /(\d{4}-\d{4,9})/;

interface InvoiceStateProps {
  invoice: LinkedInvoice;
  /** The mailed link's token. */
  token: string;
  onPay(): void;
}

export function InvoiceState({ invoice, token, onPay }: InvoiceStateProps) {
  const { status, balance, payable } = invoice;
  const { label, tone, text } = stateOf(invoice);
  return (
    <section aria-label="State" className="print-none grid gap-6">
      <div className="grid justify-items-start gap-2">
        <Badge tone={tone}>{label}</Badge>
        <p className="text-lg">
          {text.split(NUMBER).map((part) =>
            NUMBER.test(part) ? (
              <span key={part} className="whitespace-nowrap">
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </p>
      </div>
      <div className="grid gap-4 sm:flex lg:grid">
        {payable && (
          <Button size="lg" className="mr-1" onClick={onPay}>
            Pay {formatMoney(balance)} by card
          </Button>
        )}
        <a href={invoicePdfHref(token)} download className={buttonClass({ variant: "outline", size: "lg" })}>
          Download PDF
        </a>
      </div>
      {status === "open" && <OtherWays invoice={invoice} />}
      <p className="text-sm text-muted">
        Is something wrong? Call the desk at <PhoneLink />.
      </p>
    </section>
  );
}

/** What is due is also paid without a card. */
function OtherWays({ invoice: { number, payable, bankDetails } }: Pick<InvoiceStateProps, "invoice">) {
  return (
    <div className="grid gap-2 border-t-2 border-rule pt-4">
      {!payable && <p>This is less than a card can pay.</p>}
      <p>
        {payable ? "You can also pay" : "Please pay"} at the venue, or by transfer: give{" "}
        <strong className="figures whitespace-nowrap">{number}</strong> as the reference.{" "}
        {bankDetails === "" && <AskForAccount />}
      </p>
      {bankDetails !== "" && (
        <p className="figures wrap-anywhere whitespace-pre-line border-l-4 border-ink pl-4">{bankDetails}</p>
      )}
    </div>
  );
}

function AskForAccount() {
  const { email } = useVenue();
  return (
    <>
      Ask{" "}
      <a className="font-semibold underline decoration-2 underline-offset-4" href={`mailto:${email}`}>
        {email}
      </a>{" "}
      for our bank account if you do not have it.
    </>
  );
}
