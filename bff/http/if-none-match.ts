/** Reads the request header `If-None-Match` (RFC 9110, 13.1.2). */

const ENTITY_TAG = /(?:W\/)?"[^"]*"/g;

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, "");

/** Whether the client has this version already: its tag is in the list, weak or not, or the header is `*`. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return (header.match(ENTITY_TAG) ?? []).some((one) => withoutWeakness(one) === withoutWeakness(tag));
}
