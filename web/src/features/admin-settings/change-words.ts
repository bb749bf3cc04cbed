/** Describes a scheduled change field by field. Pure. */
import type { ScheduledChange } from "../../../../bff/contract/venue/venue-record.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { refundSentence } from "../../format/terms/venue-terms.ts";
import { WEEK } from "./settings-draft.ts";

const hourOf = (clock: string): string =>
  clock === "24:00" ? "midnight" : clockHour(Number(clock.slice(0, 2)));

function openingWords(hours: NonNullable<ScheduledChange["openingHours"]>): string {
  const days = WEEK.flatMap((day) => {
    const set = hours[day];
    const name = `${day.charAt(0).toUpperCase()}${day.slice(1, 3)}`;
    if (set === undefined) return [];
    return set === null ? `${name} closed` : `${name} ${hourOf(set.open)} – ${hourOf(set.close)}`;
  });
  return `Bookable hours: ${days.join(", ")}`;
}

/** One line for each setting that changes. */
export function changeLines(change: ScheduledChange): string[] {
  const { openingHours, downpaymentPercent, holdMinutes, refundTerms, taxPercent } = change;
  const { name, address, phone, email, directions, map, social, country, region } = change;
  const { taxNumber, bankDetails, colors, headline, about, questions, guidelines, termsText, privacyText } =
    change;
  return [
    openingHours && openingWords(openingHours),
    downpaymentPercent !== undefined && `Downpayment ${downpaymentPercent}%`,
    holdMinutes !== undefined && `Hours are held for ${holdMinutes} minutes`,
    refundTerms && refundSentence(refundTerms),
    taxPercent !== undefined && (taxPercent === 0 ? "No tax" : `Tax ${taxPercent}%`),
    name !== undefined && `Name ${name}`,
    address && `Address ${address.street}, ${address.city}`,
    phone !== undefined && `Phone ${phone}`,
    taxNumber !== undefined && (taxNumber === "" ? "No tax number" : `Tax number ${taxNumber}`),
    bankDetails !== undefined && (bankDetails === "" ? "No bank details" : "Bank details for transfers"),
    email !== undefined && `Email ${email}`,
    directions !== undefined && `Directions: ${directions}`,
    map && (map.length === 0 ? "No map" : `Map of ${map.length} lines`),
    social && `Social links: ${social.map((link) => link.name).join(", ") || "none"}`,
    colors && `Colors ${colors.action} and ${colors.poster}`,
    headline !== undefined && (headline === "" ? "Headline made of the rooms" : `Headline ${headline}`),
    about !== undefined && (about ? `About: ${about.title}` : "About made of the rooms"),
    questions !== undefined &&
      (questions ? `${questions.length} questions of your own` : "The usual questions"),
    guidelines !== undefined &&
      (guidelines ? `${guidelines.length} guidelines of your own` : "The usual guidelines"),
    termsText !== undefined && (termsText === "" ? "The usual terms of service" : "Terms of service"),
    privacyText !== undefined && (privacyText === "" ? "The usual privacy policy" : "Privacy policy"),
    country !== undefined && `Public holidays of ${[country, region].filter(Boolean).join(", ")}`,
  ].filter((line) => typeof line === "string");
}
