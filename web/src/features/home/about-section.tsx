/** The venue's section about itself. */
import { openingText, useVenue } from "../../format/venue.ts";
import { aboutOf, factsOf } from "../../format/venue-words.ts";

export function AboutSection() {
  const venue = useVenue();
  const { title, paragraphs } = aboutOf(venue);
  return (
    <section
      id="about"
      aria-labelledby="about-title"
      className="mt-24 scroll-mt-16 bg-blue text-white scheme-dark lg:mt-32"
    >
      <div className="page grid gap-x-6 gap-y-12 py-16 lg:grid-cols-12 lg:py-24">
        <div className="lg:col-span-7">
          <h2 id="about-title" tabIndex={-1} className="poster-type text-6xl sm:text-8xl">
            {title}
          </h2>
          <div className="mt-8 grid max-w-2xl gap-5 text-lg">
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <dl className="grid content-start gap-6 self-end lg:col-span-4 lg:col-start-9">
          {factsOf(venue, openingText(venue)).map(({ label, value }) => (
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
