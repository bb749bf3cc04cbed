/** Deep links into the static pages (`/help#payment`): scrolls to the section in the address and gives it the focus. */
import { useEffect } from "react";
import { onPlaceChange } from "../../browser/navigation.ts";

function showSection(): void {
  const section = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  if (!section || section.id === "main") return;
  section.scrollIntoView({ block: "start" });
  section.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
}

/** Follows the address's hash on arrival and each time that such a link is followed. */
export function useSectionLink(): void {
  useEffect(() => {
    // The next frame comes after the router has scrolled the page to its top.
    const frame = requestAnimationFrame(showSection);
    const stop = onPlaceChange(showSection);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, []);
}
