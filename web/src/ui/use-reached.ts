/** Owns whether a reader has come to a place on the page: it is in view, or above it. */
import { type RefObject, useEffect, useState } from "react";

/** `there`: whether the element is on the page at all. */
export function useReached(element: RefObject<HTMLElement | null>, there: boolean): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!there || target === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry) setReached(entry.isIntersecting || entry.boundingClientRect.bottom < 0);
      },
      // At the very foot of the screen it is only being come to.
      { rootMargin: "0px 0px -45% 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, there]);
  return there && reached;
}
