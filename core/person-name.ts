/** A person's name as people read it. Safe in a browser. */

/** As far as it is known: what is erased or was never given is null. */
export interface Named {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** `"Ada Lovelace"`; `""` of somebody whose name is not known. */
export const personName = (person: Named | null | undefined): string =>
  [person?.firstName, person?.lastName].filter(Boolean).join(" ").trim();
