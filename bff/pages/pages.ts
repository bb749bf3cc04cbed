/** Finds the page of an address and completes it with its title, its scripts and the data that the server knows. */
import { LRUCache } from "lru-cache";
import type { Room as CoreRoom } from "../../core/venue/rooms/rooms.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  daysOf,
  isVenueDay,
  monthOf,
  venueDayOf,
} from "../../core/venue/time/venue-time.ts";
import type { Bff } from "../context.ts";
import { PAGE_DATA_ID } from "../contract/page-data.ts";
import type { Room } from "../contract/room.ts";
import { readDateRange } from "../http/date-range.ts";
import type { WebFiles } from "../http/files/web-files.ts";
import { createRoomAnswers } from "../wire/room-answers.ts";
import { documentOf } from "./document.ts";
import { createDrawing } from "./drawing.ts";
import {
  headOf,
  type PageMetadata,
  pageMetadata,
  roomMetadata,
  sharedPicturePath,
  unlistedMetadata,
} from "./page-metadata.ts";
import { type ReadyPage, readyPage } from "./ready-page.ts";
import { createVenuePages, type VenuePages } from "./venue-pages.ts";
import { noticeWithoutScripts, roomsWithoutScripts, titleWithoutScripts } from "./without-scripts.ts";

/** Seven rooms, two pages of each, and the few months that visitors have links to. */
const MAX_ROOM_PAGES = 200;

export const MAP_PATH = "/map.svg";
const POSTER_PATH = /^\/rooms\/([a-z0-9-]+)\.svg$/;
/** The gallery's views of a poster are numbered from 2 on. */
const VIEW = /^(.+)-([234])$/;

/** The pages that show a text of the venue; every other page comes without the texts, which may be long. */
const TEXT_PAGES = new Set(["/terms", "/privacy"]);

/** `draws`: the fixed page that is drawn; none leaves the page to its script. */
const NO_SUCH_PAGE = { title: "Page Not Found", draws: "/404" };
const NO_SUCH_ROOM = { title: "Room Not Found", draws: "" };

interface Found {
  page: ReadyPage;
  /** 404: the page that says so. */
  status: 200 | 404;
}

export interface Pages {
  /** A picture that is drawn on request, as SVG: the map, or a poster of a room that was added after the build. Null if there is none at this path. */
  pictureAt(path: string): Promise<string | null>;
  /** `path` decoded, `query` as it was sent. */
  at(path: string, query: URLSearchParams): Promise<Found>;
  isServed(path: string): boolean;
}

export function createPages(bff: Bff, web: WebFiles): Pages {
  const { core, publicUrl } = bff;
  const shell = documentOf(web.shell);
  const answers = createRoomAnswers(bff);
  const draw = createDrawing(web.drawing, bff.logger);
  const housePages = createVenuePages({ core, web, draw, logger: bff.logger });
  const routes = [...web.filesByRoute].map(([route, scripts]) => ({
    route,
    scripts,
    pattern: patternOf(route),
  }));
  const roomPages = new LRUCache<string, { of: VenuePages; room: string; bookings: string; page: ReadyPage }>(
    {
      max: MAX_ROOM_PAGES,
    },
  );
  const drawings = new Map<string, { room: string; of: VenuePages; drawn: ReturnType<typeof draw.page> }>();

  const routeAt = (path: string) => routes.find(({ pattern }) => pattern.test(path));
  const scriptsOf = (path: string) =>
    (routeAt(path) ?? routes.find(({ route }) => route === "__root"))?.scripts ?? [];

  let home: { of: VenuePages; rooms: string; page: ReadyPage } | undefined;

  /** The home page, which lists the rooms for browsers without scripts. */
  function homePage(of: VenuePages, words: PageMetadata): ReadyPage {
    const rooms = roomsWithoutScripts(core.rooms);
    if (home?.of === of && home.rooms === rooms) return home.page;
    const metadata = headOf(words, publicUrl, of.venue);
    const noScript = noticeWithoutScripts(of.venue) + rooms;
    const page = readyPage(of.home({ metadata, data: of.data, noScript, drawn: true }));
    home = { of, rooms, page };
    return page;
  }

  /** A page that depends on nothing but the venue. */
  async function fixed(
    of: VenuePages,
    key: string,
    { words, scripts, draws = key }: { words: PageMetadata; scripts: readonly string[]; draws?: string },
  ): Promise<ReadyPage> {
    const known = of.fixed.get(key);
    if (known) return known;
    const drawn = await draw.page("fixed", of.venue, draws);
    const data = TEXT_PAGES.has(key) ? of.textData : of.data;
    const metadata = headOf(words, publicUrl, of.venue);
    const title = drawn.drawn ? "" : titleWithoutScripts(words.title);
    const noScript = noticeWithoutScripts(of.venue) + title;
    const page = readyPage(shell({ metadata, scripts, data, noScript, ...drawn }));
    of.fixed.set(key, page);
    return page;
  }

  const lost = async (of: VenuePages, path: string, { title, draws } = NO_SUCH_PAGE): Promise<Found> => ({
    page: await fixed(of, `404 ${title}`, {
      words: unlistedMetadata(title, of.venue),
      scripts: scriptsOf(path),
      draws,
    }),
    status: 404,
  });

  async function roomPage(
    of: VenuePages,
    room: CoreRoom,
    kind: "room" | "booking",
    day: string | null,
  ): Promise<ReadyPage> {
    const json = textOf(await answers.one(room));
    const wire: Room = JSON.parse(json); // the text was made from a Room just now
    const month = monthOf(day ?? firstDay(wire));
    const query = { startDate: `${month}-01`, endDate: daysOf(month).last };
    const range = readDateRange(query, core.timeZone);
    const bookings = range.ok ? textOf(await answers.bookings(room, range)) : "[]";

    const key = `${kind} ${month} ${room.slug}`;
    const known = roomPages.get(key);
    if (known?.of === of && known.room === json && known.bookings === bookings) return known.page;
    const path = `/${kind}/${room.slug}`;
    const page = readyPage(
      shell({
        metadata: headOf(
          roomMetadata(room, kind, of.venue, web.get(sharedPicturePath(room)) !== undefined),
          publicUrl,
          of.venue,
        ),
        scripts: scriptsOf(path),
        noScript: noticeWithoutScripts(of.venue),
        ...(kind === "room" ? await drawn(of, wire, json) : {}),
        data: [
          ...of.data,
          { id: PAGE_DATA_ID, json: `{"room":${json},"month":"${month}","bookings":${bookings}}` },
        ],
      }),
    );
    roomPages.set(key, { of, room: json, bookings, page });
    return page;
  }

  /** One page for all find requests: the page's script adds what the address asks for. */
  async function findPage(
    of: VenuePages,
    words: PageMetadata,
    scripts: readonly string[],
  ): Promise<ReadyPage> {
    const known = of.fixed.get("find");
    if (known) return known;
    const head = headOf(words, publicUrl, of.venue);
    const page = readyPage(
      shell({
        metadata: head,
        scripts,
        data: of.data,
        noScript: noticeWithoutScripts(of.venue),
        ...(await draw.page("find", of.venue)),
      }),
    );
    of.fixed.set("find", page);
    return page;
  }

  /** A booking changes the taken hours, rarely the drawn page. */
  function drawn(of: VenuePages, room: Room, json: string): ReturnType<typeof draw.page> {
    const known = drawings.get(room.slug);
    if (known?.room === json && known.of === of) return known.drawn;
    const made = draw.page("room", of.venue, room);
    drawings.set(room.slug, { room: json, of, drawn: made });
    return made;
  }

  /** A day that the address names, if the page shows it. */
  function bookableDay(day: string | null): string | null {
    if (day === null || !isVenueDay(day)) return null;
    const today = venueDayOf(core.clock.now(), core.timeZone);
    return day >= today && day <= addDays(today, BOOKING_HORIZON_DAYS) ? day : null;
  }

  /** The first day that the page shows; the page's script chooses it in the same way. */
  const firstDay = (room: Room): string =>
    venueDayOf(room.nextFreeAt === null ? core.clock.now() : new Date(room.nextFreeAt), core.timeZone);

  return {
    async pictureAt(path) {
      if (path === MAP_PATH) return draw.map((await housePages()).venue.map);
      const [, name = ""] = POSTER_PATH.exec(path) ?? [];
      // A slug may itself end in a number, so a room with that exact name is tried first.
      if (core.rooms.bySlug(name)) return draw.poster(name, 1);
      const [, slug = "", variant] = VIEW.exec(name) ?? [];
      return core.rooms.bySlug(slug) ? draw.poster(slug, Number(variant)) : null;
    },

    isServed: (path) => path === "/" || routeAt(path) !== undefined,

    async at(asked, query) {
      const path = asked.length > 1 ? asked.replace(/\/$/, "") : asked;
      const of = await housePages();
      const words = pageMetadata(path, of.venue);
      if (path === "/" && words) return { page: homePage(of, words), status: 200 };
      const route = routeAt(path);
      const [, first, slug = ""] = path.split("/");
      if (!route) return lost(of, path);
      switch (route.route) {
        case "room.$slug":
        case "booking.$slug": {
          const room = core.rooms.bySlug(slug);
          if (!room) return lost(of, path, NO_SUCH_ROOM);
          const kind = first === "room" ? "room" : "booking";
          return { page: await roomPage(of, room, kind, bookableDay(query.get("day"))), status: 200 };
        }
        case "find":
          if (words) return { page: await findPage(of, words, route.scripts), status: 200 };
          return lost(of, path);
        default:
          return {
            page: await fixed(of, words ? path : `route ${route.route}`, {
              words:
                words ??
                unlistedMetadata(
                  UNLISTED.find(([start]) => path.startsWith(start))?.[1] ?? "Your booking",
                  of.venue,
                ),
              scripts: route.scripts,
            }),
            status: 200,
          };
      }
    },
  };
}

/** Titles of pages with a parameter, by the beginning of their addresses; all other pages with a parameter are of one booking. */
const UNLISTED: readonly (readonly [start: string, title: string])[] = [
  ["/admin/guests/", "Guest"],
  ["/admin/receipt/", "Receipt"],
  ["/audit/", "Audit"],
  ["/invoice/", "Invoice"],
  ["/visit/", "A visit"],
  ["/waitlist/", "Waitlist"],
];

/** The pattern of a route: `room.$slug` is `/room/…`, `$bookingId` a number, `admin_.security` `/admin/security`, `index` at the end nothing; `__root` is no page. */
function patternOf(route: string): RegExp {
  if (route.startsWith("__")) return /(?!)/;
  const names = route.split(".").filter((part, at, all) => !(part === "index" && at === all.length - 1));
  const parts = names.map((part) => part.replace(/_$/, ""));
  const path = parts
    .map((part) => {
      if (!part.startsWith("$")) return `/${part.replaceAll("-", "\\-")}`;
      return part.endsWith("Id") ? "/\\d+" : "/[^/]+";
    })
    .join("");
  return new RegExp(`^${path || "/"}$`);
}

const textOf = ({ found }: { found: { body: string | null } }): string => found.body ?? "null";
