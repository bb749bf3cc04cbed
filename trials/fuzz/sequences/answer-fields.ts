/** Reads answers for the sequences, which know their shape only from the document. */

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** The value of a field; undefined if it is absent. */
export const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

export const textOf = (value: unknown, name: string): string => String(fieldOf(value, name));

/** The item with this id in a list, or null if there is none. */
export function withId(list: unknown, id: unknown): unknown {
  if (!Array.isArray(list)) return null;
  return list.find((one) => String(fieldOf(one, "id")) === String(id)) ?? null;
}

/** Only these fields; null if the value is not an object. */
export function only(value: unknown, ...names: readonly string[]): Fields | null {
  return isFields(value) ? Object.fromEntries(names.map((name) => [name, value[name]])) : null;
}

/** Whether the value has these fields, as they were sent. */
export const has = (value: unknown, fields: Fields): boolean =>
  Object.entries(fields).every(
    ([name, wanted]) => JSON.stringify(fieldOf(value, name)) === JSON.stringify(wanted),
  );

export const isGone = (value: unknown): boolean => value === null;

/** A call that ends a thing may be repeated: it gets the first answer again, and changes nothing. */
export const ALREADY_DONE = [200];
