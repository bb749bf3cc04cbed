/** Whether a reader has reached a place on the page: it is in view, or above the view. */
import { type RefObject, useEffect, useState } from "react";

/** `there`: whether the element is on the page. */
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
      // An element in the lowest 45% of the screen does not count as reached yet.
      { rootMargin: "0px 0px -45% 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, there]);
  return there && reached;
}
