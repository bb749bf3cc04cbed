/** The parts that invoices and credit notes have in common: recipient and days, the sums, and the links to the page and its PDF. */
import { Link } from "@tanstack/react-router";
import type { Invoice } from "../../../../../bff/contract/billing/invoices.ts";
import { shortDayAndYear } from "../../../../../core/venue/time/time-format.ts";
import { accountName } from "../../../format/names.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Facts } from "../../../ui/facts.tsx";

const LINK = "underline decoration-1 underline-offset-4 hover:text-action";

interface DocumentFactsProps {
  document: Invoice;
  /** Managers reach the account. */
  isManager: boolean;
}

export function DocumentFacts({ document, isManager }: DocumentFactsProps) {
  const { kind, accountId, creditOf, issuedOn, dueOn, address, email, reason, credits } = document;
  const name = accountName({ name: document.accountName });
  return (
    <Facts
      facts={[
        {
          label: "Account",
          value: isManager ? (
            <Link to="/admin" search={{ tab: "accounts", account: accountId }} className={LINK}>
              {name}
            </Link>
          ) : (
            name
          ),
        },
        { label: "Email", value: <span className="wrap-anywhere">{email ?? "Erased"}</span> },
        { label: "Issued", value: shortDayAndYear(issuedOn) },
        kind === "credit"
          ? { label: "For invoice", value: creditOf && <NumberLink number={creditOf} /> }
          : { label: "Due", value: shortDayAndYear(dueOn) },
        {
          label: "Address",
          value: <span className="whitespace-pre-line">{address ?? "Erased"}</span>,
          wide: true,
        },
        kind === "credit" && {
          label: "Reason",
          value: (
            <span className="whitespace-pre-line">{reason ?? "A change or cancellation of the visit"}</span>
          ),
          wide: true,
        },
        credits.length > 0 && {
          label: "Credit notes",
          value: (
            <span className="flex flex-wrap gap-x-3">
              {credits.map((number) => (
                <NumberLink key={number} number={number} />
              ))}
            </span>
          ),
          wide: true,
        },
      ]}
    />
  );
}

/** Opens another document in the place of this one. */
const NumberLink = ({ number }: { number: string }) => (
  <Link
    to="/admin"
    search={(old: object) => ({ ...old, invoice: number })}
    resetScroll={false}
    className={LINK}
  >
    {number}
  </Link>
);

/** The document as the account sees it. */
export const DocumentLinks = ({ url }: { url: string }) => (
  <>
    <NewTab href={url}>Open Page</NewTab>
    <NewTab href={`${url}.pdf`}>PDF</NewTab>
  </>
);

const NewTab = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className={buttonClass({ density: "dense" })}>
    {children}
    <span aria-hidden="true">↗</span>
    <span className="sr-only">(in a new tab)</span>
  </a>
);

/** The tax by rate, if there is any, and the total. */
export const sumsOf = ({ taxes, total }: Invoice): (readonly [string, string])[] => [
  ...taxes
    .filter(({ tax }) => Number(tax) > 0)
    .map(({ percent, tax }) => [`Tax of ${percent}%, contained`, tax] as const),
  ["Total", total],
];
