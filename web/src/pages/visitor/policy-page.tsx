/** The layout of the static pages: title, lead, contents at the left, sections at the right. */
import { type ReactNode, useEffect } from "react";
import { onAddressChange } from "../../browser/navigation.ts";
import { PageHeading } from "../../ui/page-title.tsx";

interface PolicySection {
  /** The hash of the address that leads to the section. */
  id: string;
  title: string;
  /** A text is one paragraph. */
  body?: ReactNode;
  /** Points, one per line, in place of `body`. */
  points?: readonly ReactNode[];
}

interface PolicyPageProps {
  title: string;
  lead: ReactNode;
  /** The day from which the text is in force, if that matters. */
  since?: string;
  /** The text is the sample's, and the venue has begun to replace it. */
  sample?: boolean;
  /** Shown between the title and the sections. */
  children?: ReactNode;
  sections: readonly PolicySection[];
}

export function PolicyPage({ title, lead, since, sample = false, children, sections }: PolicyPageProps) {
  useSectionLink();
  // On the server the bare section is enough: there is no script that would follow the link.
  const path = typeof window === "undefined" ? "" : window.location.pathname;
  return (
    <div className="page pt-10 lg:pt-16">
      <header className="border-b-2 border-ink pb-8">
        <PageHeading className="poster-type text-6xl sm:text-7xl xl:text-8xl">{title}</PageHeading>
        <div className="mt-5 max-w-[62ch] text-lg">{lead}</div>
        {sample && <p className="mt-3 text-sm font-semibold">Sample text, not yet this venue's own.</p>}
        {since && <p className="mt-3 text-sm text-muted">In force since {since}.</p>}
      </header>
      {children}
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="lg:sticky lg:top-24">
          <p className="text-sm font-semibold text-muted">On this page</p>
          <ul className="mt-2">
            {sections.map(({ id, title }) => (
              <li key={id} className="border-t border-rule">
                {/* The link contains the path, so that following it changes the address and Back works. */}
                <a
                  href={`${path}#${id}`}
                  className="flex min-h-10 items-center py-1.5 decoration-2 underline-offset-4 hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid max-w-[46rem] gap-12">
          {sections.map(({ id, title, body, points }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
              <h2 id={`${id}-title`} tabIndex={-1} className="poster-type text-4xl">
                {title}
              </h2>
              <div className="mt-4 grid gap-4">
                {points ? <Points points={points} /> : typeof body === "string" ? <p>{body}</p> : body}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

function Points({ points }: { points: readonly ReactNode[] }) {
  return (
    <ul className="grid gap-2">
      {points.map((point, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of points never changes.
        <li key={place} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
          <span aria-hidden="true" className="mt-2 size-2 bg-action" />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="font-semibold underline decoration-2 underline-offset-4 hover:text-action">
      {children}
    </a>
  );
}

function showSection(): void {
  const section = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  if (!section || section.id === "main") return;
  section.scrollIntoView({ block: "start" });
  section.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
}

/** Deep links (`/help#payment`): follows the address's hash on arrival and each time that such a link is followed. */
function useSectionLink(): void {
  useEffect(() => {
    // The next frame comes after the router has scrolled the page to its top.
    const frame = requestAnimationFrame(showSection);
    const stop = onAddressChange(showSection);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, []);
}
