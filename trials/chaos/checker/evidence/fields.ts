/** Reads the JSON of events, answers and rows: a value of another kind than requested counts as absent. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function textOf(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" ? value : null;
}

export function numberOf(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === "number" ? value : null;
}

/** 0 if it is absent. */
export const centsOf = (fields: Fields, name: string): number => numberOf(fields, name) ?? 0;

/** Milliseconds since 1970; NaN if it is absent. */
export const instantOf = (fields: Fields, name: string): number => Date.parse(textOf(fields, name) ?? "");

export const isoOf = (milliseconds: number): string =>
  Number.isNaN(milliseconds) ? "no instant" : new Date(milliseconds).toISOString();
