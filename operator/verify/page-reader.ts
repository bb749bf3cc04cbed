/** Reads a long list page by page, and the next page while the current one is checked. */

export interface PageReader<Item> {
  /** Reads until so many items are available or none are left. */
  fill(count: number): Promise<void> | undefined;
  /** The next item, or one further ahead, among those available. */
  peek(ahead?: number): Item | undefined;
  take(): Item | undefined;
}

/** `readPage` returns what follows the last item of the previous page; an empty page ends the list. */
export function openPageReader<Item>(
  readPage: (after: Item | undefined) => Promise<readonly Item[]>,
): PageReader<Item> {
  let page: readonly Item[] = [];
  let at = 0;
  let next: Promise<readonly Item[]> | null = readPage(undefined);
  // A failed read is thrown at the next `fill`; until then it must not count as an unhandled rejection.
  next.catch(() => undefined);

  async function readOn(count: number): Promise<void> {
    while (next && page.length - at < count) {
      const read = await next;
      page = [...page.slice(at), ...read];
      at = 0;
      next = read.length > 0 ? readPage(read.at(-1)) : null;
      next?.catch(() => undefined);
    }
  }

  return {
    fill: (count) => (page.length - at >= count || !next ? undefined : readOn(count)),
    peek: (ahead = 0) => page[at + ahead],
    take: () => page[at++],
  };
}
