/** Owns drawing a room's page on the server, by the module that the web's build made for it. */
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

/** `path`: the module's, or null where there is none. What cannot be drawn is left to the page's script. */
export function createDrawing(path: string | null, logger: Logger): (room: Room) => Promise<Drawn> {
  let module: Promise<{ drawRoom?: unknown }> | undefined;
  return async (room) => {
    if (path === null) return NOTHING;
    try {
      module ??= import(pathToFileURL(path).href);
      const { drawRoom } = await module;
      if (typeof drawRoom !== "function") throw new Error(`${path} draws no room`);
      const markup = String(drawRoom(room));
      const head = EARLY_LINKS.exec(markup)?.[0] ?? "";
      return { head, root: markup.slice(head.length), drawn: true };
    } catch (error) {
      logger.error({ err: error, room: room.slug }, "a room's page could not be drawn");
      return NOTHING;
    }
  };
}
