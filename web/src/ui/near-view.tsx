/** Shows a part only once the reader comes near it, so that a page neither loads nor asks for what no reader scrolls to. */
import { type ReactNode, useEffect, useRef, useState } from "react";

export function NearView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const here = place.current;
    if (near || here === null) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      {
        rootMargin: "600px 0px",
      },
    );
    observer.observe(here);
    return () => observer.disconnect();
  }, [near]);
  return <div ref={place}>{near && children}</div>;
}
