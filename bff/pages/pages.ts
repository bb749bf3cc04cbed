/** Owns the pages as they are sent: which address is which page, and each completed with its words, its scripts and what the server knows. */
import { LRUCache } from "lru-cache";
import type { Room as CoreRoom } from "../../core/venue/rooms.ts";
import { addDays, BOOKING_HORIZON_DAYS, isVenueDay, venueDayOf } from "../../core/venue/venue-time.ts";
import type { Bff } from "../context.ts";
import { PAGE_DATA_ID } from "../contract/page-data.ts";
import type { Room } from "../contract/room.ts";
import { readDateRange } from "../http/date-range.ts";
import type { WebFiles } from "../http/web-files.ts";
import { createRoomAnswers } from "../wire/room-answers.ts";
import { documentOf } from "./document.ts";
import { createDrawing } from "./drawing.ts";
import { headOf, type PageWords, pageWords, pictureOf, roomWords, unlistedWords } from "./page-words.ts";
import { type ReadyPage, readyPage } from "./ready-page.ts";

/** Seven rooms, two pages of each, and the few months that visitors have links to. */
const MAX_ROOM_PAGES = 200;

interface Found {
  page: ReadyPage;
  /** 404: the page that says so. */
  status: 200 | 404;
}

export interface Pages {
  /** `path` decoded, `query` as it was sent. */
  at(path: string, query: URLSearchParams): Promise<Found>;
  isServed(path: string): boolean;
}

export function createPages(bff: Bff, web: WebFiles): Pages {
  const { core, publicUrl } = bff;
  const shell = documentOf(web.shell);
  const home = documentOf(web.home);
  const answers = createRoomAnswers(bff);
  const draw = createDrawing(web.drawing, bff.logger);
  const routes = [...web.filesByRoute].map(([route, scripts]) => ({
    route,
    scripts,
    pattern: patternOf(route),
  }));
  let find: Promise<ReadyPage> | undefined;
  const fixedPages = new Map<string, ReadyPage>();
  const roomPages = new LRUCache<string, { room: string; bookings: string; page: ReadyPage }>({
    max: MAX_ROOM_PAGES,
  });
  const drawings = new Map<string, { room: string; drawn: ReturnType<typeof draw> }>();

  const routeAt = (path: string) => routes.find(({ pattern }) => pattern.test(path));
  const scriptsOf = (path: string) =>
    (routeAt(path) ?? routes.find(({ route }) => route === "__root"))?.scripts ?? [];

  /** Of what is the same until the product is started anew. */
  function fixed(key: string, words: PageWords, scripts: readonly string[]): ReadyPage {
    const known = fixedPages.get(key);
    if (known) return known;
    const isHome = key === "/";
    const document = isHome ? home : shell;
    const page = readyPage(document({ words: headOf(words, publicUrl), scripts, drawn: isHome }));
    fixedPages.set(key, page);
    return page;
  }

  const lost = (title: string, path: string): Found => ({
    page: fixed(`404 ${title}`, unlistedWords(title), scriptsOf(path)),
    status: 404,
  });

  async function roomPage(room: CoreRoom, kind: "room" | "booking", day: string | null): Promise<ReadyPage> {
    const json = textOf(await answers.one(room));
    const wire: Room = JSON.parse(json); // a moment ago it was made of one
    const month = monthOf(day ?? firstDay(wire));
    const query = { startDate: `${month}-01`, endDate: lastDayOf(month) };
    const range = readDateRange(query, core.timeZone);
    const bookings = range.ok ? textOf(await answers.bookings(room, query, range)) : "[]";

    const key = `${kind} ${month} ${room.slug}`;
    const known = roomPages.get(key);
    if (known && known.room === json && known.bookings === bookings) return known.page;
    const path = `/${kind}/${room.slug}`;
    const page = readyPage(
      shell({
        words: headOf(roomWords(room, kind, web.get(pictureOf(room)) !== undefined), publicUrl),
        scripts: scriptsOf(path),
        ...(kind === "room" ? await drawn(wire, json) : {}),
        data: { id: PAGE_DATA_ID, json: `{"room":${json},"month":"${month}","bookings":${bookings}}` },
      }),
    );
    roomPages.set(key, { room: json, bookings, page });
    return page;
  }

  /** The same for every wish: what the address asks for, the page's script puts in. */
  function findPage(words: PageWords, scripts: readonly string[]): Promise<ReadyPage> {
    find ??= draw("find").then((drawn) =>
      readyPage(shell({ words: headOf(words, publicUrl), scripts, ...drawn })),
    );
    return find;
  }

  /** A booking changes what is taken, seldom how the room looks. */
  function drawn(room: Room, json: string): ReturnType<typeof draw> {
    const known = drawings.get(room.slug);
    if (known?.room === json) return known.drawn;
    const anew = draw("room", room);
    drawings.set(room.slug, { room: json, drawn: anew });
    return anew;
  }

  /** A day that the address names, if the page shows it. */
  function bookableDay(day: string | null): string | null {
    if (day === null || !isVenueDay(day)) return null;
    const today = venueDayOf(core.clock.now(), core.timeZone);
    return day >= today && day <= addDays(today, BOOKING_HORIZON_DAYS) ? day : null;
  }

  /** The first day that the page shows, as its script decides it. */
  const firstDay = (room: Room): string =>
    venueDayOf(room.nextFreeAt === null ? core.clock.now() : new Date(room.nextFreeAt), core.timeZone);

  return {
    isServed: (path) => path === "/" || routeAt(path) !== undefined,

    async at(asked, query) {
      const path = asked.length > 1 ? asked.replace(/\/$/, "") : asked;
      const words = pageWords(path);
      if (path === "/" && words) return { page: fixed("/", words, []), status: 200 };
      const route = routeAt(path);
      const [, first, slug = ""] = path.split("/");
      if (!route) return lost("Page Not Found", path);
      switch (route.route) {
        case "room.$slug":
        case "booking.$slug": {
          const room = core.rooms.bySlug(slug);
          if (!room) return lost("Room Not Found", path);
          const kind = first === "room" ? "room" : "booking";
          return { page: await roomPage(room, kind, bookableDay(query.get("day"))), status: 200 };
        }
        case "find":
          if (words) return { page: await findPage(words, route.scripts), status: 200 };
          return lost("Page Not Found", path);
        default:
          return {
            page: fixed(
              words ? path : `route ${route.route}`,
              words ?? unlistedWords(first === "audit" ? "Audit" : "Your booking"),
              route.scripts,
            ),
            status: 200,
          };
      }
    },
  };
}

/** What a route's file name stands for: `room.$slug` is `/room/…`, `$bookingId` a number, `admin_.security` is `/admin/security`; `__root` is no page. */
function patternOf(route: string): RegExp {
  if (route.startsWith("__")) return /(?!)/;
  const parts = route === "index" ? [] : route.split(".").map((part) => part.replace(/_$/, ""));
  const path = parts
    .map((part) => {
      if (!part.startsWith("$")) return `/${part.replaceAll("-", "\\-")}`;
      return part.endsWith("Id") ? "/\\d+" : "/[^/]+";
    })
    .join("");
  return new RegExp(`^${path || "/"}$`);
}

const textOf = ({ found }: { found: { body: string | null } }): string => found.body ?? "null";

const monthOf = (day: string): string => day.slice(0, 7);

const lastDayOf = (month: string): string => addDays(`${monthOf(addDays(`${month}-01`, 31))}-01`, -1);
