/** Draws pages and posters on the server, with the module that the web's build made for it. */
import { pathToFileURL } from "node:url";
import type { Logger } from "../../core/platform/logger.ts";
import type { Room } from "../contract/room.ts";
import type { Venue } from "../contract/venue/venue-record.ts";

/** A page as it is shown first: links for its head, and the content of its root until its script replaces it. */
interface Drawn {
  head: string;
  root: string;
  /** False if only the page's script can draw it. */
  drawn: boolean;
}

export interface Drawing {
  isThere: boolean;
  /** A page that cannot be drawn is left to its script. A room's page is drawn of its room, a fixed page of its path. */
  page(page: keyof typeof DRAWERS, venue: Venue, of?: Room | string): Promise<Drawn>;
  /** The home page for this venue, as markup; null if only its script can draw it. */
  home(venue: Venue): Promise<string | null>;
  /** One of a room's four posters as SVG; null if it cannot be drawn. */
  poster(slug: string, variant: number): Promise<string | null>;
  /** The map of these lines as SVG; null if there is none. */
  map(lines: readonly string[]): Promise<string | null>;
}

const NOTHING: Drawn = { head: "", root: "", drawn: false };

/** React writes links for early fetching before everything else. */
const EARLY_LINKS = /^(?:<link [^>]*>)+/;

const DRAWERS = { room: "drawRoom", find: "drawFind", fixed: "drawFixed" } as const;

/** `path`: the module's path, or null if there is none. */
export function createDrawing(path: string | null, logger: Logger): Drawing {
  let module: Promise<Record<string, unknown>> | undefined;

  /** The result of one of the module's functions, for this venue; null if it fails. */
  async function drawn(name: string, venue: Venue | null, ...of: unknown[]): Promise<string | null> {
    if (path === null) return null;
    try {
      module ??= import(pathToFileURL(path).href);
      const drawers = await module;
      const [drawer, drawFor] = [drawers[name], drawers.drawFor];
      if (typeof drawer !== "function") throw new Error(`${path} has no ${name}`);
      // The drawing function is synchronous, so no other call can set another venue meanwhile.
      if (venue && typeof drawFor === "function") drawFor(venue);
      return String(drawer(...of));
    } catch (error) {
      logger.error({ err: error, drawing: name }, "a page could not be drawn");
      return null;
    }
  }

  return {
    isThere: path !== null,
    async page(page, venue, of) {
      const markup = await drawn(DRAWERS[page], venue, of);
      if (!markup) return NOTHING;
      const head = EARLY_LINKS.exec(markup)?.[0] ?? "";
      return { head, root: markup.slice(head.length), drawn: true };
    },
    home: (venue) => drawn("drawHome", venue),
    poster: (slug, variant) => drawn("printPoster", null, slug, variant),
    map: async (lines) => (await drawn("printMap", null, lines)) || null,
  };
}
