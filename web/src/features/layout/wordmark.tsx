/** The venue's mark: two inks that overlap, and the name. */

export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 44 30" className="h-8 w-11">
        <circle cx="15" cy="16" r="14" fill="#ff48b0" />
        <circle cx="29" cy="14" r="14" fill="#0078bf" />
        <path d="M22 3.9a14 14 0 0 1 0 22.2A14 14 0 0 1 22 3.9z" fill="#002285" />
      </svg>
      <span className="poster-type text-[1.75rem]">The Hub</span>
    </span>
  );
}
