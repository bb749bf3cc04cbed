/** The Privacy Policy (decisions 193 to 197). */
import { USUAL_PRIVACY } from "../../format/terms/usual-policies.ts";
import { useVenue } from "../../format/venue.ts";
import { PolicyTextPage } from "./policy-text-page.tsx";

export const PrivacyPage = () => (
  <PolicyTextPage
    title="Privacy Policy"
    part="privacy"
    text={useVenue().privacyText}
    usual={() => USUAL_PRIVACY}
  />
);
