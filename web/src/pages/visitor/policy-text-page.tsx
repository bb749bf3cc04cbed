/** A policy as a page: the venue's own text or the usual one, with what applies today in its places. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { Venue } from "../../../../bff/contract/venue/venue-record.ts";
import {
  type PolicyBlock,
  type PolicySection,
  type PolicyWord,
  readPolicyText,
} from "../../../../core/venue/look/policy-text.ts";
import { phoneUrl } from "../../../../core/venue/settings.ts";
import { isSampleVenue } from "../../../../core/venue/setup.ts";
import { refreshVenue } from "../../api/venue.ts";
import { dueSentence, refundSummary } from "../../format/terms/venue-terms.ts";
import { openingTerms, useVenue } from "../../format/venue.ts";
import { PolicyPage, TextLink } from "./policy-page.tsx";
import { anchorsOf } from "./section-anchors.ts";

/** `text`: undefined while the page does not know the venue's own. */
export function PolicyTextPage({
  title,
  part,
  text,
  usual,
}: {
  title: string;
  /** Its name among the parts that may still be the sample. */
  part: "terms" | "privacy";
  text: string | undefined;
  usual: (sample: boolean) => string;
}) {
  const venue = useVenue();
  const client = useQueryClient();
  const isKnown = text !== undefined;
  // Other pages come without the texts, which may be long.
  useEffect(() => {
    if (!isKnown) void refreshVenue(client);
  }, [isKnown, client]);
  const isSample = isSampleVenue(venue);
  const sections = isKnown ? readPolicyText(text || usual(isSample)) : [];
  const [lead, ...others] = sections[0]?.title === null ? sections : [null, ...sections];
  const titled = others.filter((section) => section !== null);
  const anchors = anchorsOf(titled.map((section) => section.title ?? ""));
  return (
    <PolicyPage
      title={title}
      {...(isSample && text === "" ? { since: "January 2026" } : {})}
      sample={!isSample && venue.sample.includes(part)}
      lead={lead && <Blocks blocks={lead.blocks} venue={venue} />}
      sections={titled.map((section, at) => sectionOf(section, anchors[at] ?? "", venue))}
    />
  );
}

const sectionOf = ({ title, blocks }: PolicySection, id: string, venue: Venue) => ({
  id,
  title: title ?? "",
  ...(blocks.every(({ kind }) => kind === "point")
    ? { points: blocks.map((block) => <Pieces key={keyOf(block)} block={block} venue={venue} />) }
    : { body: <Blocks blocks={blocks} venue={venue} /> }),
});

const keyOf = ({ pieces }: PolicyBlock): string => JSON.stringify(pieces);

const Blocks = ({ blocks, venue }: { blocks: readonly PolicyBlock[]; venue: Venue }) =>
  blocks.map((block) => (
    <p key={keyOf(block)} className="[&+&]:mt-4">
      {block.kind === "point" && <span aria-hidden="true">– </span>}
      <Pieces block={block} venue={venue} />
    </p>
  ));

const Pieces = ({ block, venue }: { block: PolicyBlock; venue: Venue }) =>
  block.pieces.map((piece, at) =>
    "text" in piece ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their places.
      <span key={at}>{INSERTED[piece.insert](venue)}</span>
    ),
  );

/** What each word of a text is replaced by. */
const INSERTED: Record<PolicyWord, (venue: Venue) => ReactNode> = {
  name: ({ name }) => name,
  address: ({ address: { street, city } }) => `${street}, ${city}`,
  email: ({ email }) => <TextLink href={`mailto:${email}`}>{email}</TextLink>,
  phone: ({ phone }) => <TextLink href={phoneUrl(phone)}>{phone}</TextLink>,
  hours: () => openingTerms(),
  payment: ({ downpaymentPercent }) => dueSentence(downpaymentPercent),
  refunds: ({ refundTerms }) => refundSummary(refundTerms),
  hold: ({ holdMinutes }) => `${holdMinutes} minutes`,
  cancellation: () => <TextLink href="/cancellation">cancellation policy</TextLink>,
  privacy: () => <TextLink href="/privacy">privacy policy</TextLink>,
  account: () => <TextLink href="/account">your account page</TextLink>,
};
