/** The footer: quick links, the first four rooms, the policies. */
import { useQuery } from "@tanstack/react-query";
import { INKS } from "../../../../core/venue/rooms/inks.ts";
import { phoneUrl } from "../../../../core/venue/settings.ts";
import { isSampleVenue } from "../../../../core/venue/setup.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { openingText, useVenue } from "../../format/venue.ts";
import { NAV_LINKS } from "./nav-links.ts";

/** The last link, to the staff login, is not for visitors. */
const QUICK_LINKS = NAV_LINKS.slice(0, -1);

const POLICIES = [
  { href: "/help", label: "Help Center" },
  { href: "/terms", label: "Terms of Service" },
  { href: "/privacy", label: "Privacy Policy" },
  { href: "/cancellation", label: "Cancellation Policy" },
];

const FOOTER_ROOMS = 4;
const ENTRY = "inline-flex min-h-9 items-center decoration-2 underline-offset-4 hover:underline";

interface Entry {
  href: string;
  label: string;
}

/** An entry that is still loading keeps its place. */
function Column({ title, entries }: { title: string; entries: readonly (Entry | undefined)[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      <ul className="mt-2">
        {entries.map((entry, place) => (
          <li key={entry?.href ?? place} className="min-h-9">
            {entry && (
              <a href={entry.href} className={ENTRY}>
                {entry.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function SiteFooter() {
  const rooms = useQuery(roomsQuery).data ?? [];
  const venue = useVenue();
  return (
    <footer className="mt-24 bg-press text-ink scheme-dark">
      <div aria-hidden="true" className="flex h-3">
        {Object.values(INKS).map(({ hex }) => (
          <span key={hex} className="grow" style={{ backgroundColor: hex }} />
        ))}
      </div>
      <div className="page grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <p className="poster-type text-6xl wrap-anywhere">{venue.name}</p>
          <address className="mt-4 grid not-italic">
            <span>{venue.address.street}</span>
            <span>{venue.address.city}</span>
            <a href={phoneUrl(venue.phone)} className={ENTRY}>
              {venue.phone}
            </a>
          </address>
        </div>
        <Column title="Quick links" entries={QUICK_LINKS} />
        <Column
          title="Rooms"
          entries={Array.from({ length: FOOTER_ROOMS }, (_, place) => {
            const room = rooms[place];
            return room && { href: `/room/${room.slug}`, label: room.name };
          })}
        />
        <Column title="Good to know" entries={POLICIES} />
      </div>
      <p className="page pb-8 text-sm text-muted">
        {isSampleVenue(venue) && "We print our own posters, in two inks each. "}
        {openingText(venue) !== "" && `Open ${openingText(venue)}.`}
      </p>
    </footer>
  );
}
