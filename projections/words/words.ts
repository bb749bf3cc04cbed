/** Finds the event text of an event in the list of its stream. */

/** A sentence for each event of a stream; a missing one does not compile. `More` is what the sentences need in addition to the event. */
export type Words<Event extends { type: string }, More = unknown> = {
  [Type in Event["type"]]: (event: Extract<Event, { type: Type }> & More) => string;
};

/** The event text of an event, from the list of its stream. */
export function say<Event extends { type: string }, More>(
  words: Words<Event, More>,
  event: Event & More,
): string {
  // Each function gets an event of the type that it is listed under, which TypeScript cannot express.
  const word = words[event.type as Event["type"]] as (of: Event & More) => string;
  return word(event);
}
