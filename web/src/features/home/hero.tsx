/** The hero: one printed sheet with the venue's promise on it, the same in both themes. */
import type { ReactNode } from "react";
import { useVenue } from "../../format/venue.ts";
import { paidSentence } from "../../format/venue-terms.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { HeroArt } from "./hero-art.tsx";

/** `find`: the finder, right below the title on a phone. */
export function Hero({ find }: { find: ReactNode }) {
  const { address, downpaymentPercent } = useVenue();
  return (
    <section className="relative isolate overflow-hidden bg-yellow text-ink scheme-light">
      <div className="page">
        <div className="@container relative grid content-end pb-8 max-md:pt-[38vw] md:pt-10 lg:min-h-[min(44rem,calc(100svh-4.25rem))] lg:pb-10">
          <HeroArt />
          <PageHeading
            title=""
            className="relative poster-type text-[26.2cqw] leading-[0.82] md:text-[17.2cqw] lg:text-[14.4cqw]"
          >
            <span className="block">Seven</span> <span className="block">rooms to</span>{" "}
            <span className="block">make it in.</span>
          </PageHeading>
          {find}
          <div className="relative mt-8 flex flex-col gap-6 lg:mt-6 lg:flex-row lg:items-end lg:justify-between">
            <p className="max-w-xl text-lg font-medium">
              Record, rehearse, stage, teach or meet at the Hub, {address.street}. See which hours are free,
              and book by the hour, half day or full day. {paidSentence(downpaymentPercent)}
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
