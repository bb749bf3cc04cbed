/** Leafing through a list whose page is in the address: where the focus goes, and what happens to a page that has emptied. */
import { useEffect, useRef } from "react";

interface Leafing {
  /** The first is 1. */
  page: number;
  /** Undefined while it is not known. */
  pages: number | undefined;
  /** How many are shown; undefined while this page is on its way. */
  shown: number | undefined;
  onPage(next: { page: number }): void;
}

export function useLeafing({ page, pages, shown, onPage }: Leafing) {
  const results = useRef<HTMLParagraphElement>(null);
  const turned = useRef(false);

  // A page that came by leafing is read from its beginning.
  useEffect(() => {
    if (!turned.current || shown === undefined) return;
    turned.current = false;
    results.current?.focus();
  });

  // What was listed may have gone from under a page far back.
  const beyond = shown === 0 && page > 1;
  useEffect(() => {
    if (beyond && pages !== undefined) onPage({ page: pages });
  }, [beyond, pages, onPage]);

  return {
    /** Onto what says which of the list are shown. */
    results,
    beyond,
    turn(next: number): void {
      turned.current = true;
      onPage({ page: next });
    },
  };
}
