/** The contact section: where the venue is, how to reach it, and the message form, whose code is loaded when it is needed. */

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { phoneUrl } from "../../../../core/venue/settings.ts";
import { useVenue } from "../../format/venue.ts";
import { buttonClass } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { OpeningLines } from "../../ui/opening-lines.tsx";
import { ContactFormPlaceholder } from "./contact-form-placeholder.tsx";

const ContactForm = lazyPart(async () => (await import("./contact-form.tsx")).default, {
  waiting: <ContactFormPlaceholder />,
  name: "The contact form",
});

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
  const section = useRef<HTMLElement>(null);
  const wanted = useSoon(section);
  const { email, phone, address, mapUrl, social } = useVenue();
  return (
    <section
      ref={section}
      id="contact"
      aria-labelledby="contact-title"
      className="page grid scroll-mt-16 gap-x-6 gap-y-12 pt-20 lg:grid-cols-12 lg:pt-28"
    >
      <div className="lg:col-span-5 xl:col-span-4">
        <h2 id="contact-title" tabIndex={-1} className="poster-type text-6xl sm:text-8xl">
          Come and look around
        </h2>
        <p className="mt-5 max-w-md text-lg">
          Tours are free and take half an hour. Tell us which rooms you want to see, or call us and come
          today.
        </p>
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
          <Fact label="Follow the Hub">
            <ul className="flex flex-wrap gap-x-5">
              {social.map(({ name, url }) => (
                <li key={name}>
                  <TextLink href={url}>{name}</TextLink>
                </li>
              ))}
            </ul>
          </Fact>
        </dl>
      </div>
      <div className="lg:col-span-7 xl:col-span-7 xl:col-start-6">
        {wanted ? <ContactForm /> : <ContactFormPlaceholder />}
      </div>
    </section>
  );
}

/** The longest wait for a busy page. */
const AT_THE_LATEST_MS = 4_000;

/** Whether the element's code should be loaded now: the page has loaded and is idle, or the visitor comes near before that. */
function useSoon(element: RefObject<HTMLElement | null>): boolean {
  const [soon, setSoon] = useState(false);
  useEffect(() => {
    if (soon || !element.current) return;
    const due = () => setSoon(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) due();
      },
      { rootMargin: "150% 0px" },
    );
    observer.observe(element.current);
    const stopWaiting = onceAtRest(due);
    return () => {
      observer.disconnect();
      stopWaiting();
    };
  }, [soon, element]);
  return soon;
}

/** Calls `due` once the page has loaded and is idle. Returns a function that cancels the wait. */
function onceAtRest(due: () => void): () => void {
  let stop = () => {};
  const wait = () => {
    // Safari before 26 has no `requestIdleCallback`.
    if (typeof requestIdleCallback === "function") {
      const waiting = requestIdleCallback(due, { timeout: AT_THE_LATEST_MS });
      stop = () => cancelIdleCallback(waiting);
    } else {
      const waiting = setTimeout(due, AT_THE_LATEST_MS / 4);
      stop = () => clearTimeout(waiting);
    }
  };
  if (document.readyState === "complete") wait();
  else {
    window.addEventListener("load", wait, { once: true });
    stop = () => window.removeEventListener("load", wait);
  }
  return () => stop();
}
