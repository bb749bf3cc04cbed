/** Writes a person's name as people read it. Safe in a browser. */

/** The known parts of a name: what was erased or never given is null. */
export interface Named {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** `"Ada Lovelace"`; `""` if the name is not known. */
export const personName = (person: Named | null | undefined): string =>
  [person?.firstName, person?.lastName].filter(Boolean).join(" ").trim();
