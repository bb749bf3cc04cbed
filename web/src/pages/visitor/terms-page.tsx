/** The Terms of Service. */
import { usualTerms } from "../../format/terms/usual-policies.ts";
import { useVenue } from "../../format/venue.ts";
import { PolicyTextPage } from "./policy-text-page.tsx";

export const TermsPage = () => (
  <PolicyTextPage title="Terms of Service" part="terms" text={useVenue().termsText} usual={usualTerms} />
);
