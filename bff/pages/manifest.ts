/** Writes the file by which a browser installs the site on a home screen. */
import { LIGHT_GROUND } from "../../core/venue/look/colors.ts";
import type { Venue } from "../contract/venue/venue-record.ts";

const icon = (src: string, side: number, purpose?: "maskable") => ({
  src,
  sizes: `${side}x${side}`,
  type: "image/png",
  ...(purpose ? { purpose } : {}),
});

export const manifestOf = ({ name }: Pick<Venue, "name">): string =>
  JSON.stringify({
    name,
    short_name: name,
    description: "Rooms to make things in, by the hour.",
    id: "/",
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: LIGHT_GROUND,
    theme_color: LIGHT_GROUND,
    icons: [
      icon("/icon-192.png", 192),
      icon("/icon-512.png", 512),
      icon("/icon-maskable-512.png", 512, "maskable"),
    ],
  });
