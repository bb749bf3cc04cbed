/** Owns the way to a section of the home page: at once after a link on it, later when one comes from elsewhere (SPEC §2). */
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Milliseconds before the scroll: on the page itself, and after arriving on it. */
const ON_PAGE_DELAY_MS = 100;
const ARRIVAL_DELAY_MS = 300;

function scrollToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  // The keyboard goes along with the eye.
  section.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
}

/** Scrolls to the section named by the address's hash, again each time such a link is followed. */
export function useSectionScroll(): void {
  const place = useRouterState({ select: (state) => state.resolvedLocation });
  const arrived = useRef(false);
  useEffect(() => {
    if (!place) return;
    const delay = arrived.current ? ON_PAGE_DELAY_MS : ARRIVAL_DELAY_MS;
    arrived.current = true;
    if (!place.hash) return;
    const timer = setTimeout(() => scrollToSection(place.hash), delay);
    return () => clearTimeout(timer);
  }, [place]);
}
