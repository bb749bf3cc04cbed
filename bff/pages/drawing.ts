/** Owns drawing pages and posters on the server, by the module that the web's build made for it. */
import { pathToFileURL } from "node:url";
import type { Logger } from "../../core/platform/logger.ts";
import type { Room } from "../contract/room.ts";
import type { House } from "../contract/venue/house-record.ts";

/** A page's first look: what belongs into its head, and what stands in its root until its script takes over. */
interface Drawn {
  head: string;
  root: string;
  /** False where only the page's script can draw it. */
  drawn: boolean;
}

export interface Drawing {
  isThere: boolean;
  /** What cannot be drawn is left to the page's script. What a room's page shows is the room. */
  page(page: keyof typeof DRAWERS, house: House, room?: Room): Promise<Drawn>;
  /** Home as it is for this house, as markup; null where only its script can draw it. */
  home(house: House): Promise<string | null>;
  /** One of a room's four posters as SVG; null where it cannot be drawn. */
  poster(slug: string, variant: number): Promise<string | null>;
}

const NOTHING: Drawn = { head: "", root: "", drawn: false };

/** React puts what is to be fetched early before everything else. */
const EARLY_LINKS = /^(?:<link [^>]*>)+/;

const DRAWERS = { room: "drawRoom", find: "drawFind" } as const;

/** `path`: the module's, or null where there is none. */
export function createDrawing(path: string | null, logger: Logger): Drawing {
  let module: Promise<Record<string, unknown>> | undefined;

  /** What one of the module's functions gives, for this house; null where it cannot. */
  async function drawn(name: string, house: House | null, ...of: unknown[]): Promise<string | null> {
    if (path === null) return null;
    try {
      module ??= import(pathToFileURL(path).href);
      const drawers = await module;
      const [drawer, drawFor] = [drawers[name], drawers.drawFor];
      if (typeof drawer !== "function") throw new Error(`${path} has no ${name}`);
      // Drawing waits for nothing, so that the house stays this one's meanwhile.
      if (house && typeof drawFor === "function") drawFor(house);
      return String(drawer(...of));
    } catch (error) {
      logger.error({ err: error, drawing: name }, "a page could not be drawn");
      return null;
    }
  }

  return {
    isThere: path !== null,
    async page(page, house, room) {
      const markup = await drawn(DRAWERS[page], house, room);
      if (markup === null) return NOTHING;
      const head = EARLY_LINKS.exec(markup)?.[0] ?? "";
      return { head, root: markup.slice(head.length), drawn: true };
    },
    home: (house) => drawn("drawHome", house),
    poster: (slug, variant) => drawn("printPoster", null, slug, variant),
  };
}
