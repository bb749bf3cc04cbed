/** The title and metadata of each page for search engines, link previews and the tab, before any script runs. */
import { countText } from "../../core/text/count-text.ts";
import { colorProperties } from "../../core/venue/look/colors.ts";
import { homeTitle, nameInText, roomsInText, welcomeTitle } from "../../core/venue/look/venue-words.ts";
import { photoUrl } from "../../core/venue/photos/photo-sizes.ts";
import type { Room } from "../../core/venue/rooms/rooms.ts";
import { isSampleVenue } from "../../core/venue/setup.ts";
import type { Venue } from "../contract/venue/venue-record.ts";

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

/** The venue's logo, or a poster. */
const venuePicture = (venue: Venue): PageMetadata["picture"] =>
  venue.logo
    ? {
        path: venue.logo.url.replace(/webp$/, "jpg"),
        shows: `The logo of ${venue.name}`,
        width: venue.logo.width,
        height: venue.logo.height,
      }
    : { path: "/shared/hub.png", shows: `A poster of ${nameInText(venue)}, printed in two inks` };
/** The size in pixels of every such picture that the build makes (web/pictures). */
const PICTURE = { width: 1200, height: 630 };

/** The town alone: `"Brooklyn, NY 11237"` is `"Brooklyn"`. */
const townOf = ({ address }: Venue): string => address.city.split(",")[0] ?? "";

const placeOf = (venue: Venue): string => `${nameInText(venue)} in ${townOf(venue)}`;

const welcome = (venue: Venue): string =>
  isSampleVenue(venue)
    ? `Recording studio, auditorium, black box theater, rehearsal room and more at ${placeOf(venue)}. See which hours are free and book by the hour, half day or full day.`
    : `${roomsInText(venue)} at ${placeOf(venue)}. See which hours are free and book by the hour, half day or full day.`;

interface Page {
  title: string | ((venue: Venue) => string);
  description?: (venue: Venue) => string;
}

const found = (title: string, description: (venue: Venue) => string): Page => ({ title, description });
/** A page for one person only, or for staff. */
const notFound = (title: Page["title"]): Page => ({ title });

/** The pages without a parameter; `web/src/routes` has a file for each. */
const PAGES: Readonly<Record<string, Page>> = {
  "/": found("", welcome),
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
    (venue) =>
      `What is refunded and when, how to reschedule, and what happens when the venue or the weather cancels a booking at ${nameInText(venue)}.`,
  ),
  "/feedback": notFound("Feedback"),
  "/find": found(
    "Find a time",
    (venue) =>
      `Enter a time, a length and a number of people: every free room of ${nameInText(venue)} with its full price, ready to book.`,
  ),
  "/forgot-password": notFound("Forgot your password?"),
  "/help": found(
    "Help Center",
    (venue) =>
      `How booking, paying and visiting work at ${placeOf(venue)}: the questions that are asked most, and how to reach us.`,
  ),
  "/login": notFound("Staff Login"),
  "/not-my-account": notFound("This wasn't me"),
  "/open-login": notFound("Open my login"),
  "/staff-password": notFound("Choose your password"),
  "/privacy": found(
    "Privacy Policy",
    (venue) =>
      `Which personal data ${nameInText(venue)} stores, why and for how long, and how to see it or have it erased.`,
  ),
  "/reset-password": notFound("Set a new password"),
  "/terms": found(
    "Terms of Service",
    (venue) => `The terms on which rooms at ${placeOf(venue)} are booked, paid for and used.`,
  ),
  "/test-outlook": notFound("Outlook test"),
  "/test-payment": notFound("Payment test"),
  "/user-auth": notFound((venue) => welcomeTitle(venue)),
  "/verify-email": notFound("Verify your email"),
};

/** The addresses in the sitemap, beside those of rooms. */
export const LISTED_PATHS: readonly string[] = Object.entries(PAGES)
  .filter(([, { description }]) => description !== undefined)
  .map(([path]) => path);

/** Undefined for an unknown address. `path` has no slash at its end. */
export function pageMetadata(path: string, venue: Venue): PageMetadata | undefined {
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (!page) return undefined;
  const { title, description } = page;
  return {
    title: typeof title === "string" ? title : title(venue),
    description: (description ?? welcome)(venue),
    path: description === undefined ? null : path,
    picture: venuePicture(venue),
  };
}

/** `page`: the room's own page, or the booking page, which has no pictures. */
export function roomMetadata(
  room: Room,
  page: "room" | "booking",
  venue: Venue,
  hasPicture: boolean,
): PageMetadata {
  const [photo] = room.photos;
  return {
    title: page === "room" ? room.name : `Book ${room.name}`,
    description: `${room.description} Up to ${countText(room.capacity, "person", "people")}.`,
    path: `/${page}/${encodeURIComponent(room.slug)}`,
    picture: photo
      ? { path: photoUrl(photo), shows: photo.alt, width: photo.width, height: photo.height }
      : hasPicture
        ? { path: sharedPicturePath(room), shows: `The poster of ${room.name}, printed in two inks` }
        : venuePicture(venue),
  };
}

export const sharedPicturePath = ({ slug }: Pick<Room, "slug">): string => `/shared/${slug}.png`;

/** For a page that is only for one holder, or for no known address. */
export const unlistedMetadata = (title: string, venue: Venue): PageMetadata => ({
  title,
  description: welcome(venue),
  path: null,
  picture: venuePicture(venue),
});

/** The title and metadata as markup. `publicUrl` never ends in a slash. */
export function headOf(words: PageMetadata, publicUrl: string, venue: Venue): string {
  const title = words.title ? `${words.title} · ${venue.name}` : homeTitle(venue);
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
    shared("site_name", venue.name),
    shared("title", title),
    shared("description", words.description),
    shared("image", publicUrl + words.picture.path),
    shared("image:width", String(words.picture.width ?? PICTURE.width)),
    shared("image:height", String(words.picture.height ?? PICTURE.height)),
    shared("image:alt", words.picture.shows),
    named("twitter:card", "summary_large_image"),
    ...colorStyle(venue),
  ].join("\n    ");
}

/** The venue's own colors, for the first paint; the page's script sets them again when they change. */
function colorStyle({ colors }: Venue): string[] {
  const rules = Object.entries(colorProperties(colors)).map(([name, value]) => `${name}:${value}`);
  return rules.length === 0 ? [] : [`<style>:root:root{${rules.join(";")}}</style>`];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
