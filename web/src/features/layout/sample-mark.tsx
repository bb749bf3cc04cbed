/** Marks every page while visitors still read something of the sample; pressed, it says what. */
import { useVenue } from "../../format/venue.ts";
import { sampleNote } from "../../format/venue-words.ts";

export function SampleMark() {
  const note = sampleNote(useVenue());
  if (note === null) return null;
  return (
    <details className="relative shrink-0">
      <summary className="flex min-h-6 cursor-pointer list-none items-center border border-current px-1.5 text-xs font-semibold text-muted [&::-webkit-details-marker]:hidden">
        Sample
      </summary>
      <p className="fixed inset-x-4 top-14 z-40 mt-2 sm:absolute sm:inset-x-auto sm:top-full sm:left-0 sm:w-72 border-2 border-ink bg-sheet p-3 text-sm shadow-[4px_4px_0_0_var(--color-ink)]">
        {note}
      </p>
    </details>
  );
}
