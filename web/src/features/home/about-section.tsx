/** The venue's section about itself. */
import type { Venue } from "../../../../bff/contract/venue/venue-record.ts";
import { openingText, useVenue } from "../../format/venue.ts";

const factsOf = (venue: Venue) => [
  { label: "Open", value: `${openingText(venue)}, loud work until 10:00pm` },
  { label: "Getting here", value: venue.directions },
  { label: "Access", value: "Step-free from the street to every room; freight elevator, 8 by 10 feet" },
  {
    label: "Included",
    value: "Everything on the room's equipment list, set up and tested before you arrive",
  },
  { label: "Desk", value: "Staff who know the equipment, from opening to closing" },
];

export function AboutSection() {
  const venue = useVenue();
  return (
    <section
      id="about"
      aria-labelledby="about-title"
      className="mt-24 scroll-mt-16 bg-blue text-white scheme-dark lg:mt-32"
    >
      <div className="page grid gap-x-6 gap-y-12 py-16 lg:grid-cols-12 lg:py-24">
        <div className="lg:col-span-7">
          <h2 id="about-title" tabIndex={-1} className="poster-type text-6xl sm:text-8xl">
            A former greeting-card factory
          </h2>
          <div className="mt-8 grid max-w-2xl gap-5 text-lg">
            <p>
              This building was a greeting-card factory until 1998. The freight elevator, the north light and
              one stencil duplicator are still here. We print our posters on the duplicator, in two inks for
              each room.
            </p>
            <p>
              Today it has rooms on three floors: a recording studio on springs, an auditorium with a fly
              loft, a black box theater that gets completely dark, a rehearsal room with a drum kit, a media
              suite with an engineer if you want one, and two quiet rooms for classes and meetings.
            </p>
            <p>
              You need no membership and no audition. Choirs, punk bands, theater students, podcasters and
              tenants&rsquo; associations book here. Choose a free hour, book it and come in.
            </p>
          </div>
        </div>
        <dl className="grid content-start gap-6 self-end lg:col-span-4 lg:col-start-9">
          {factsOf(venue).map(({ label, value }) => (
            <div key={label} className="border-t-2 border-white pt-3">
              <dt className="poster-type text-2xl">{label}</dt>
              <dd className="mt-1.5">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
