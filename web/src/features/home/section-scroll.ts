/** Scrolls to a section of the home page: soon after a press on a link there, later after arriving from another page (decision 167). */
import { useEffect } from "react";
import { onAddressChange } from "../../browser/navigation.ts";

/** Milliseconds before the scroll: on the page itself, and after arriving on it. */
const ON_PAGE_DELAY_MS = 100;
const ARRIVAL_DELAY_MS = 300;

function scrollToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  // The focus moves to the section too, unless the visitor is already active in it.
  if (!section.contains(document.activeElement)) {
    section.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }
}

/** Scrolls to the section that the URL's hash names, each time such a link is followed. */
export function useSectionScroll(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrollAfter = (delay: number) => {
      clearTimeout(timer);
      const id = window.location.hash.slice(1);
      if (id) timer = setTimeout(scrollToSection, delay, id);
    };
    scrollAfter(ARRIVAL_DELAY_MS);
    const stop = onAddressChange(() => scrollAfter(ON_PAGE_DELAY_MS));
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
