/**
 * The parts of pages that depend on the venue: its data, if it differs from what the site was built with, and the home page drawn for it.
 */
import type { Core } from "../../core/context.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { VENUE_DATA_ID } from "../contract/page-data.ts";
import { INITIAL_VENUE } from "../contract/venue/initial-venue.ts";
import type { Venue } from "../contract/venue/venue-record.ts";
import type { WebFiles } from "../http/files/web-files.ts";
import { venueJson } from "../wire/venue-json.ts";
import { documentOf, type PageParts } from "./document.ts";
import type { Drawing } from "./drawing.ts";
import type { ReadyPage } from "./ready-page.ts";

/** The parts for one state of the venue; another state shares none of them. */
export interface VenuePages {
  venue: Venue;
  data: NonNullable<PageParts["data"]>;
  /** The same with the venue's own texts of terms and privacy. */
  textData: NonNullable<PageParts["data"]>;
  home: ReturnType<typeof documentOf>;
  /** Pages that depend on nothing but the venue. */
  fixed: Map<string, ReadyPage>;
}

const BUILT_FOR = JSON.stringify(INITIAL_VENUE);

/** Gives the parts for the venue as it is now. */
export function createVenuePages(options: {
  core: Core;
  web: WebFiles;
  draw: Drawing;
  logger: Logger;
}): () => Promise<VenuePages> {
  const { core, web, draw, logger } = options;
  let current: { json: string; pages: Promise<VenuePages> } | undefined;

  async function make(venue: Venue, json: string): Promise<VenuePages> {
    const fixed = new Map<string, ReadyPage>();
    if (json === BUILT_FOR) return { venue, data: [], textData: [], home: documentOf(web.home), fixed };
    const [built, drawn] = [await draw.home(INITIAL_VENUE), await draw.home(venue)];
    const isDrawn = built !== null && drawn !== null && web.home.includes(built);
    if (!isDrawn && draw.isThere)
      logger.warn("the home page could not be drawn for the venue's current settings");
    const html = isDrawn ? web.home.replace(built, () => drawn) : web.home;
    const { termsText: _terms, privacyText: _privacy, ...rest } = venue;
    return {
      venue,
      data: [{ id: VENUE_DATA_ID, json: JSON.stringify(rest) }],
      textData: [{ id: VENUE_DATA_ID, json }],
      home: documentOf(html),
      fixed,
    };
  }

  return async () => {
    await core.venue.refreshIfExpired();
    const venue = venueJson(core);
    const json = JSON.stringify(venue);
    if (current?.json !== json) current = { json, pages: make(venue, json) };
    return current.pages;
  };
}
