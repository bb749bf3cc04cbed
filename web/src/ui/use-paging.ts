/** Handles the pages of a list whose page number is in the address: where the focus goes, and what happens when a page has become empty. */
import { useEffect, useRef } from "react";

interface Leafing {
  /** Counted from 1. */
  page: number;
  /** Undefined while it is not known. */
  pages: number | undefined;
  /** The number of entries on this page; undefined while the page is loading. */
  shown: number | undefined;
  onPage(next: { page: number }): void;
}

export function usePaging({ page, pages, shown, onPage }: Leafing) {
  const results = useRef<HTMLParagraphElement>(null);
  const turned = useRef(false);

  // After turning the page, the focus goes to its beginning, so that it is read from there.
  useEffect(() => {
    if (!turned.current || shown === undefined) return;
    turned.current = false;
    results.current?.focus();
  });

  // The entries of a late page may have disappeared.
  const beyond = shown === 0 && page > 1;
  useEffect(() => {
    if (beyond && pages !== undefined) onPage({ page: pages });
  }, [beyond, pages, onPage]);

  return {
    /** The ref for the line that says which entries are shown. */
    results,
    beyond,
    turn(next: number): void {
      turned.current = true;
      onPage({ page: next });
    },
  };
}
