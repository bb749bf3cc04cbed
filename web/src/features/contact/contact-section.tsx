/** The contact section: where the venue is, how to reach it, and the message form. */

import type { ReactNode } from "react";
import { nameInText } from "../../../../core/venue/look/venue-words.ts";
import { phoneUrl } from "../../../../core/venue/settings.ts";
import { useVenue } from "../../format/venue.ts";
import { tourWords } from "../../format/venue-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { OpeningLines } from "../../ui/opening-lines.tsx";
import { VenueMap } from "../../ui/venue-map.tsx";
import { ContactForm } from "./contact-form.tsx";

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="figures">{children}</dd>
  </div>
);

const TextLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    rel="noopener"
    className="inline-flex min-h-9 items-center font-semibold underline decoration-2 underline-offset-4 hover:text-action"
  >
    {children}
  </a>
);

export function ContactSection() {
  const venue = useVenue();
  const { email, phone, address, mapUrl, social } = venue;
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="page grid scroll-mt-16 gap-x-6 gap-y-12 pt-20 lg:grid-cols-12 lg:pt-28"
    >
      <div className="lg:col-span-5 xl:col-span-4">
        <h2 id="contact-title" tabIndex={-1} className="poster-type text-6xl sm:text-8xl">
          Come and look around
        </h2>
        <p className="mt-5 max-w-md text-lg">{tourWords(venue)}</p>
        <a href={phoneUrl(phone)} className={buttonClass({ size: "lg", className: "mt-6" })}>
          Call for Quick Booking
        </a>
        <dl className="mt-10 grid gap-5">
          <Fact label="Address">
            <address className="not-italic">
              {address.street}
              <br />
              {address.city}
            </address>
            <TextLink href={mapUrl}>Find it on a map</TextLink>
            <VenueMap className="mt-3 max-w-md" />
          </Fact>
          <Fact label="Phone">
            <TextLink href={phoneUrl(phone)}>{phone}</TextLink>
          </Fact>
          <Fact label="Email">
            <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </Fact>
          <Fact label="Hours">
            <OpeningLines />
          </Fact>
          {social.length > 0 && (
            <Fact label={`Follow ${nameInText(venue)}`}>
              <ul className="flex flex-wrap gap-x-5">
                {social.map(({ name, url }) => (
                  <li key={name}>
                    <TextLink href={url}>{name}</TextLink>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
        </dl>
      </div>
      <div className="lg:col-span-7 xl:col-span-7 xl:col-start-6">
        <ContactForm />
      </div>
    </section>
  );
}
