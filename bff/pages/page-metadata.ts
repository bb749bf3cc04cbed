/** The title and metadata of each page for search engines, link previews and the tab, before any script runs. */
import { countText } from "../../core/text/count-text.ts";
import { photoUrl } from "../../core/venue/photos/photo-sizes.ts";
import type { Room } from "../../core/venue/rooms/rooms.ts";

/** The content of a page's head. */
export interface PageMetadata {
  /** Without the venue's name, as the page's own script writes it later; empty for the home page. */
  title: string;
  description: string;
  /** Its canonical address: a path without a query. Null for a page that search engines must not list. */
  path: string | null;
  /** The picture beside a shared link: its path, and a description. */
  picture: { path: string; shows: string } & Partial<typeof PICTURE>;
}

const SLOGAN = "Rooms to make things in, by the hour";
const HOUSE_PICTURE = { path: "/shared/hub.png", shows: "A poster of the Hub, printed in two inks" };
/** The size in pixels of every such picture that the build makes (web/pictures). */
const PICTURE = { width: 1200, height: 630 };

const WELCOME =
  "Recording studio, auditorium, black box theater, rehearsal room and more at the Hub in Brooklyn. See which hours are free and book by the hour, half day or full day.";

type Page = Pick<PageMetadata, "title"> & { description?: string };

const found = (title: string, description: string): Page => ({ title, description });
/** A page for one person only, or for staff. */
const notFound = (title: string): Page => ({ title });

/** The pages without a parameter; `web/src/routes` has a file for each. */
const PAGES: Readonly<Record<string, Page>> = {
  "/": found("", WELCOME),
  "/account": notFound("My Account"),
  "/admin": notFound("Admin Dashboard"),
  "/admin/board": notFound("Board"),
  "/admin/guests": notFound("Guests"),
  "/admin/security": notFound("Security"),
  "/admin/takings": notFound("Takings"),
  "/analytics": notFound("Analytics"),
  "/audit": notFound("Audit"),
  "/cancellation": found(
    "Cancellation Policy",
    "What is refunded and when, how to reschedule, and what happens when the venue or the weather cancels a booking at the Hub.",
  ),
  "/feedback": notFound("Feedback"),
  "/find": found(
    "Find a time",
    "Enter a time, a length and a number of people: every free room of the Hub with its full price, ready to book.",
  ),
  "/forgot-password": notFound("Forgot your password?"),
  "/help": found(
    "Help Center",
    "How booking, paying and visiting work at the Hub in Brooklyn: the questions that are asked most, and how to reach us.",
  ),
  "/login": notFound("Staff Login"),
  "/not-my-account": notFound("This wasn't me"),
  "/open-login": notFound("Open my login"),
  "/staff-password": notFound("Choose your password"),
  "/privacy": found(
    "Privacy Policy",
    "Which personal data the Hub stores, why and for how long, and how to see it or have it erased.",
  ),
  "/reset-password": notFound("Set a new password"),
  "/terms": found(
    "Terms of Service",
    "The terms on which rooms at the Hub in Brooklyn are booked, paid for and used.",
  ),
  "/test-outlook": notFound("Outlook test"),
  "/test-payment": notFound("Payment test"),
  "/user-auth": notFound("Welcome to the hub"),
  "/verify-email": notFound("Verify your email"),
};

/** The addresses in the sitemap, beside those of rooms. */
export const LISTED_PATHS: readonly string[] = Object.entries(PAGES)
  .filter(([, { description }]) => description !== undefined)
  .map(([path]) => path);

/** Undefined for an unknown address. `path` has no slash at its end. */
export function pageMetadata(path: string): PageMetadata | undefined {
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (!page) return undefined;
  return {
    title: page.title,
    description: page.description ?? WELCOME,
    path: page.description === undefined ? null : path,
    picture: HOUSE_PICTURE,
  };
}

/** `page`: the room's own page, or the booking page, which has no pictures. */
export function roomMetadata(room: Room, page: "room" | "booking", hasPicture: boolean): PageMetadata {
  const [photo] = room.photos;
  return {
    title: page === "room" ? room.name : `Book ${room.name}`,
    description: `${room.description} Up to ${countText(room.capacity, "person", "people")}.`,
    path: `/${page}/${encodeURIComponent(room.slug)}`,
    picture: photo
      ? { path: photoUrl(photo), shows: photo.alt, width: photo.width, height: photo.height }
      : hasPicture
        ? { path: sharedPicturePath(room), shows: `The poster of ${room.name}, printed in two inks` }
        : HOUSE_PICTURE,
  };
}

export const sharedPicturePath = ({ slug }: Pick<Room, "slug">): string => `/shared/${slug}.png`;

/** For a page that is only for one holder, or for no known address. */
export const unlistedMetadata = (title: string): PageMetadata => ({
  title,
  description: WELCOME,
  path: null,
  picture: HOUSE_PICTURE,
});

/** The title and metadata as markup. `publicUrl` never ends in a slash. */
export function headOf(words: PageMetadata, publicUrl: string, houseName: string): string {
  const title = words.title ? `${words.title} · ${houseName}` : `${houseName} · ${SLOGAN}`;
  const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`;
  const shared = (property: string, content: string) =>
    `<meta property="og:${property}" content="${escaped(content)}" />`;
  return [
    `<title>${escaped(title)}</title>`,
    named("description", words.description),
    ...(words.path === null
      ? [named("robots", "noindex")]
      : [
          `<link rel="canonical" href="${escaped(publicUrl + words.path)}" />`,
          shared("url", publicUrl + words.path),
        ]),
    shared("type", "website"),
    shared("site_name", houseName),
    shared("title", title),
    shared("description", words.description),
    shared("image", publicUrl + words.picture.path),
    shared("image:width", String(words.picture.width ?? PICTURE.width)),
    shared("image:height", String(words.picture.height ?? PICTURE.height)),
    shared("image:alt", words.picture.shows),
    named("twitter:card", "summary_large_image"),
  ].join("\n    ");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
