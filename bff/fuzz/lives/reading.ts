/** Owns how sequences look into answers of which they know the shape only by the document. */

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** The value of a field; undefined where there is none. */
export const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

export const textOf = (value: unknown, name: string): string => String(fieldOf(value, name));

/** Of a list, or of the list that a field holds, the one with this id; null where there is none. */
export function withId(list: unknown, id: unknown): unknown {
  if (!Array.isArray(list)) return null;
  return list.find((one) => String(fieldOf(one, "id")) === String(id)) ?? null;
}

/** These fields alone; null of nothing. */
export function only(value: unknown, ...names: readonly string[]): Fields | null {
  return isFields(value) ? Object.fromEntries(names.map((name) => [name, value[name]])) : null;
}

/** Whether the value has these fields, as they were sent. */
export const has = (value: unknown, fields: Fields): boolean =>
  Object.entries(fields).every(
    ([name, wanted]) => JSON.stringify(fieldOf(value, name)) === JSON.stringify(wanted),
  );

export const isGone = (value: unknown): boolean => value === null;

/** What ends a thing may be said again: it is answered as the first time, and changes nothing. */
export const SO_ALREADY = [200];
