/** The hero: one printed sheet with the venue's promise on it, the same in both themes. */
import { Fragment, type ReactNode } from "react";
import { paidSentence } from "../../format/terms/venue-terms.ts";
import { useVenue } from "../../format/venue.ts";
import { headlineOf, invitationOf } from "../../format/venue-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { HeroArt } from "./hero-art.tsx";

/** `find`: the finder, right below the title on a phone. */
export function Hero({ find }: { find: ReactNode }) {
  const venue = useVenue();
  const { lines, fit } = headlineOf(venue);
  return (
    <section className="relative isolate overflow-hidden bg-poster text-ink scheme-light">
      <div className="page">
        <div className="@container relative grid content-end pb-8 max-md:pt-[38vw] md:pt-10 lg:min-h-[min(44rem,calc(100svh-4.25rem))] lg:pb-10">
          <HeroArt />
          <PageHeading
            title=""
            className="relative poster-type text-[calc(26.2cqw*var(--fit))] leading-[0.82] md:text-[calc(17.2cqw*var(--fit))] lg:text-[calc(14.4cqw*var(--fit))]"
            style={{ "--fit": fit }}
          >
            {lines.map((line, at) => (
              <Fragment key={line}>
                {at > 0 && " "}
                <span className="block">{line}</span>
              </Fragment>
            ))}
          </PageHeading>
          {find}
          <div className="relative mt-8 flex flex-col gap-6 lg:mt-6 lg:flex-row lg:items-end lg:justify-between">
            <p className="max-w-xl text-lg font-medium">
              {invitationOf(venue)} See which hours are free, and book by the hour, half day or full day.{" "}
              {paidSentence(venue.downpaymentPercent)}
            </p>
            <div className="flex flex-wrap gap-4 pr-1 pb-1">
              <a href="/#rooms" className={buttonClass({ size: "lg" })}>
                Book a Space
              </a>
              <a href="/#contact" className={buttonClass({ variant: "outline", size: "lg" })}>
                Take a Tour
              </a>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
