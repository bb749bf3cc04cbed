/** Keeps values by number so that a change copies a few of them and not all: an account may have thousands of visits. Pure. */

const PAGE = 64;

/** Values by number, in pages that unchanged copies share. */
export type Pages<Value> = ReadonlyMap<number, ReadonlyMap<number, Value>>;

export const noPages: Pages<never> = new Map();

export const pageValue = <Value>(pages: Pages<Value>, id: number): Value | undefined =>
  pages.get(Math.floor(id / PAGE))?.get(id);

/** The same with this value changed. */
export const withValue = <Value>(pages: Pages<Value>, id: number, value: Value): Pages<Value> => {
  const page = Math.floor(id / PAGE);
  return new Map(pages).set(page, new Map(pages.get(page)).set(id, value));
};

/** The same without this value. */
export const withoutValue = <Value>(pages: Pages<Value>, id: number): Pages<Value> => {
  const number = Math.floor(id / PAGE);
  const page = new Map(pages.get(number));
  page.delete(id);
  const changed = new Map(pages).set(number, page);
  if (page.size === 0) changed.delete(number);
  return changed;
};

/** All of them, page by page. */
export function* entriesOf<Value>(pages: Pages<Value>): Generator<[number, Value]> {
  for (const page of pages.values()) yield* page;
}
