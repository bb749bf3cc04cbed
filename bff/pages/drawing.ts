/** Owns drawing a page on the server, by the module that the web's build made for it. */
import { pathToFileURL } from "node:url";
import type { Logger } from "../../core/platform/logger.ts";
import type { Room } from "../contract/room.ts";

/** A page's first look: what belongs into its head, and what stands in its root until its script takes over. */
interface Drawn {
  head: string;
  root: string;
  /** False where only the page's script can draw it. */
  drawn: boolean;
}

const NOTHING: Drawn = { head: "", root: "", drawn: false };

/** React puts what is to be fetched early before everything else. */
const EARLY_LINKS = /^(?:<link [^>]*>)+/;

/** What of the module draws which page; what a room's page shows is the room. */
const DRAWERS = { room: "drawRoom", find: "drawFind" } as const;

/** `path`: the module's, or null where there is none. What cannot be drawn is left to the page's script. */
export function createDrawing(path: string | null, logger: Logger) {
  let module: Promise<Record<string, unknown>> | undefined;
  return async (page: keyof typeof DRAWERS, room?: Room): Promise<Drawn> => {
    if (path === null) return NOTHING;
    try {
      module ??= import(pathToFileURL(path).href);
      const drawer = (await module)[DRAWERS[page]];
      if (typeof drawer !== "function") throw new Error(`${path} has no ${DRAWERS[page]}`);
      const markup = String(drawer(room));
      const head = EARLY_LINKS.exec(markup)?.[0] ?? "";
      return { head, root: markup.slice(head.length), drawn: true };
    } catch (error) {
      logger.error({ err: error, page, room: room?.slug }, "a page could not be drawn");
      return NOTHING;
    }
  };
}
