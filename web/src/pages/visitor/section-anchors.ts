/** Names the sections of a page in its address: `/terms#late-arrival`. */

/** An anchor for each title, in their order; one that comes again gets a number: `payment`, then `payment-2`. */
export function anchorsOf(titles: readonly string[]): string[] {
  const given = new Set<string>();
  return titles.map((title) => {
    const plain = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
    let anchor = plain;
    for (let times = 2; given.has(anchor); times++) anchor = `${plain}-${times}`;
    given.add(anchor);
    return anchor;
  });
}
