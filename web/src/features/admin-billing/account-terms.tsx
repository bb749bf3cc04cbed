/** Who gets the invoices of a billing account, and its terms. */
import type { AccountSummary } from "../../../../bff/contract/billing/accounts.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useZone } from "../../format/venue.ts";
import { Facts } from "../../ui/facts.tsx";

const ERASED = "Erased";

export function AccountTerms({ account }: { account: AccountSummary }) {
  const zone = useZone();
  const { email, address, paymentDays, selfBooking, createdAt } = account;
  return (
    <Facts
      facts={[
        {
          label: "Email",
          value: email ? (
            <a
              href={`mailto:${email}`}
              className="wrap-anywhere underline decoration-1 underline-offset-4 hover:text-action"
            >
              {email}
            </a>
          ) : (
            ERASED
          ),
        },
        {
          label: "Payment",
          value:
            paymentDays === 0
              ? "Due on the day of an invoice"
              : `Due ${countText(paymentDays, "day")} after an invoice`,
        },
        { label: "Address", value: <span className="whitespace-pre-line">{address ?? ERASED}</span> },
        {
          label: "Who books on it",
          value: selfBooking ? "Staff, and the customer with this email" : "Staff only",
        },
        { label: "Opened", value: shortDayAndYear(venueDayOf(new Date(createdAt), zone)), wide: true },
      ]}
    />
  );
}
