/**
 * The parts of pages that depend on the venue: its data, if it differs from what the site was built with, and the home page drawn for it.
 */
import type { Core } from "../../core/context.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { HOUSE_DATA_ID } from "../contract/page-data.ts";
import { FIRST_HOUSE } from "../contract/venue/first-house.ts";
import type { House } from "../contract/venue/house-record.ts";
import type { WebFiles } from "../http/web-files.ts";
import { houseJson } from "../wire/house-json.ts";
import { documentOf, type PageParts } from "./document.ts";
import type { Drawing } from "./drawing.ts";
import type { ReadyPage } from "./ready-page.ts";

/** The parts for one state of the venue; another state shares none of them. */
export interface HousePages {
  house: House;
  data: NonNullable<PageParts["data"]>;
  home: ReturnType<typeof documentOf>;
  /** Pages that depend on nothing but the venue. */
  fixed: Map<string, ReadyPage>;
}

const BUILT_FOR = JSON.stringify(FIRST_HOUSE);

/** Gives the parts for the venue as it is now. */
export function createHousePages(options: {
  core: Core;
  web: WebFiles;
  draw: Drawing;
  logger: Logger;
}): () => Promise<HousePages> {
  const { core, web, draw, logger } = options;
  let current: { json: string; pages: Promise<HousePages> } | undefined;

  async function make(house: House, json: string): Promise<HousePages> {
    const fixed = new Map<string, ReadyPage>();
    if (json === BUILT_FOR) return { house, data: [], home: documentOf(web.home), fixed };
    const [built, drawn] = [await draw.home(FIRST_HOUSE), await draw.home(house)];
    const isDrawn = built !== null && drawn !== null && web.home.includes(built);
    if (!isDrawn && draw.isThere)
      logger.warn("the home page could not be drawn for the venue's current settings");
    const html = isDrawn ? web.home.replace(built, () => drawn) : web.home;
    return { house, data: [{ id: HOUSE_DATA_ID, json }], home: documentOf(html), fixed };
  }

  return async () => {
    await core.venue.settled();
    const house = houseJson(core);
    const json = JSON.stringify(house);
    if (current?.json !== json) current = { json, pages: make(house, json) };
    return current.pages;
  };
}
