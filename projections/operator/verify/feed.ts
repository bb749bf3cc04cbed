/** Owns reading a long list page by page, the next one while this one is looked at. */

export interface Feed<Item> {
  /** Reads on until so many are at hand, or none are left. */
  fill(count: number): Promise<void> | undefined;
  /** The next one, or one further on, among those at hand. */
  peek(ahead?: number): Item | undefined;
  take(): Item | undefined;
}

/** `readPage` gives what comes after the last one of before; an empty page ends it. */
export function openFeed<Item>(readPage: (after: Item | undefined) => Promise<readonly Item[]>): Feed<Item> {
  let page: readonly Item[] = [];
  let at = 0;
  let next: Promise<readonly Item[]> | null = readPage(undefined);
  // Whoever fills hears of the failure; until then nobody has to.
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
