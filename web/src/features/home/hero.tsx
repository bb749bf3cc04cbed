/** Owns the hero: one printed sheet with the house's promise on it, the same in both themes (SPEC §2). */
import { SiteSection } from "./site-section.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { HeroArt } from "./hero-art.tsx";

export function Hero() {
  return (
    <section className="relative isolate overflow-hidden bg-yellow text-ink scheme-light">
      <HeroArt />
      <div className="page relative flex min-h-[min(46rem,calc(100svh-4rem))] flex-col justify-end gap-8 pt-[58vw] pb-8 sm:pt-64 lg:pt-16 lg:pb-10">
        <div className="order-2 flex flex-col gap-6 lg:flex-row lg:items-end lg:justify-between">
          <p className="max-w-[46ch] text-lg font-medium lg:text-xl">
            Record, rehearse, stage, teach or meet at the Hub in Bushwick, Brooklyn. See which hours are free, book by
            the hour, half day or full day, and pay half now and half when you arrive.
          </p>
          <div className="flex flex-wrap gap-4 pr-1 pb-1">
            <SiteSection id="rooms" className={buttonClass({ size: "lg" })}>
              Book a Space
            </SiteSection>
            <SiteSection id="contact" className={buttonClass({ variant: "outline", size: "lg" })}>
              Take a Tour
            </SiteSection>
          </div>
        </div>
        <PageHeading
          title=""
          className="order-1 poster-type text-[clamp(4.75rem,25.5vw,9rem)] leading-[0.82] md:text-[clamp(6rem,18.4vw,17rem)]"
        >
          Seven rooms <span className="block">to make it in.</span>
        </PageHeading>
      </div>
    </section>
  );
}
