/** A page's title and its one `h1`, which gets the focus after a navigation so that it is read out (decision 165). */
import { type ComponentProps, useEffect, useRef } from "react";
import { homeTitle } from "../../../core/venue/look/venue-words.ts";
import { useVenue } from "../format/venue.ts";

let headingAwaitsFocus = false;

/** Called when another page is requested: the next page's heading gets the focus once. */
export function announceNextHeading(): void {
  headingAwaitsFocus = true;
}

/** Sets the document's title; without one, the venue's default title. */
export function usePageTitle(title?: string): void {
  const { name, headline } = useVenue();
  const full = title ? `${title} · ${name}` : homeTitle({ name, headline });
  useEffect(() => {
    document.title = full;
  }, [full]);
}

type PageHeadingProps = ComponentProps<"h1"> & {
  /** The document's title, if it is not the heading's own text; an empty one means the venue's default title. */
  title?: string | undefined;
};

export function PageHeading({ title, children, ...rest }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const words = title ?? (typeof children === "string" ? children : undefined);
  usePageTitle(words);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one page may become another and keep its heading element.
  useEffect(() => {
    if (!headingAwaitsFocus) return;
    headingAwaitsFocus = false;
    // After a link to a section, that section gets the focus instead.
    if (!window.location.hash) heading.current?.focus({ preventScroll: true });
  }, [words]);

  return (
    <h1 ref={heading} tabIndex={-1} {...rest}>
      {children}
    </h1>
  );
}
