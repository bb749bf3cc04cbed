/** The venue's section about itself. */
import type { House } from "../../../../bff/contract/venue/house-record.ts";
import { shareWords } from "../../format/house-terms.ts";
import { openWords, useHouse } from "../../format/the-house.ts";

const factsOf = (house: House) => [
  { label: "Open", value: `${openWords(house)}, loud work until 10:00pm` },
  { label: "Getting here", value: house.directions },
  { label: "Access", value: "Step-free from the street to every room; freight elevator, 8 by 10 feet" },
  { label: "Included", value: "Everything on a room's equipment list, set up and tested before you come in" },
  { label: "Desk", value: "Somebody who knows the patch bay, from open to close" },
];

const payWords = (percent: number): string => (percent === 0 ? "" : `pay ${shareWords(percent)}, `);

export function AboutSection() {
  const house = useHouse();
  return (
    <section
      id="about"
      aria-labelledby="about-title"
      className="mt-24 scroll-mt-16 bg-blue text-white scheme-dark lg:mt-32"
    >
      <div className="page grid gap-x-6 gap-y-12 py-16 lg:grid-cols-12 lg:py-24">
        <div className="lg:col-span-7">
          <h2 id="about-title" tabIndex={-1} className="poster-type text-6xl sm:text-8xl">
            It used to print birthday cards
          </h2>
          <div className="mt-8 grid max-w-2xl gap-5 text-lg">
            <p>
              48 Grattan Street was a greeting-card works until 1998. The big presses left through the roof.
              The freight elevator stayed, and the north light, and one stencil duplicator that nobody could
              lift. It still runs: every room here has two inks of its own, and the posters on this page are
              pulled from its drums.
            </p>
            <p>
              Around it we built seven rooms on three floors. A recording studio on springs. An auditorium
              with a proper fly loft. A black box that goes truly black. A rehearsal room where the drums are
              already up, a media suite with an engineer if you want one, and two quiet rooms for teaching and
              for talking things through.
            </p>
            <p>
              There is no membership and no audition. Choral societies book here, and punk bands, theater
              students, podcasters, tenants&rsquo; associations and a man who tunes harpsichords. Choose a
              free hour, {payWords(house.downpaymentPercent)}walk in and make the thing.
            </p>
          </div>
        </div>
        <dl className="grid content-start gap-6 self-end lg:col-span-4 lg:col-start-9">
          {factsOf(house).map(({ label, value }) => (
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
