/** The page of an invoice's mailed link: shows the invoice or credit note, and lets a card pay what is due (`?pay=true`). */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { linkedInvoiceQuery } from "../../api/invoices.ts";
import { InvoiceSheet } from "../../features/invoice/invoice-sheet.tsx";
import { InvoiceState } from "../../features/invoice/invoice-state.tsx";
import { PayInvoice } from "../../features/payment/pay-invoice.tsx";
import { invoiceName } from "../../format/invoice-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { announceNextHeading } from "../../ui/page-title.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { BookingNotLoaded, BookingSheet, isRefused } from "../own-booking/booking-sheet.tsx";

const route = getRouteApi("/invoice/$token");

export function InvoicePage() {
  const { token } = route.useParams();
  const { pay } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const query = linkedInvoiceQuery(token);
  const read = useQuery(query);
  /** Why a payment was refused, in the server's words. */
  const [refused, setRefused] = useState<string | null>(null);
  const invoice = read.data;
  if (!invoice) {
    if (isRefused(read.error)) return <InvoiceLinkDead />;
    return <BookingNotLoaded title="Invoice" what="invoice" read={read} />;
  }

  const show = (search: { pay?: true }) => {
    announceNextHeading();
    void navigate({ search });
  };
  /** After a payment, Back leads past the card. */
  const leaveCard = () => {
    announceNextHeading();
    void navigate({ search: {}, replace: true });
  };

  if (pay && invoice.payable) {
    return (
      <PayInvoice
        invoice={invoice}
        token={token}
        onBack={() => show({})}
        onPaid={(paid) => {
          client.setQueryData(query.queryKey, paid);
          leaveCard();
        }}
        onClosed={(reason) => {
          setRefused(reason);
          void read.refetch().then(leaveCard);
        }}
      />
    );
  }
  return (
    <BookingSheet title={invoiceName(invoice)}>
      {refused !== null && (
        <p role="alert" className="max-w-[60ch] border-l-4 border-danger py-1 pl-4 text-lg">
          {refused}.
        </p>
      )}
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="lg:order-last lg:sticky lg:top-24">
          <InvoiceState
            invoice={invoice}
            token={token}
            onPay={() => {
              setRefused(null);
              show({ pay: true });
            }}
          />
        </div>
        <InvoiceSheet invoice={invoice} />
      </div>
    </BookingSheet>
  );
}

function InvoiceLinkDead() {
  return (
    <BookingSheet title="This link opens no invoice">
      <p role="alert" className="max-w-[60ch] text-lg">
        A part of the link may be missing. Open it from our mail about the invoice, or copy it as a whole. If
        it still does not work, call the desk at <PhoneLink />.
      </p>
      <a href="/" className={buttonClass({ size: "lg", className: "mr-1 justify-self-start" })}>
        Back to Home
      </a>
    </BookingSheet>
  );
}
