/** A rating from one to five as stars, with its number for screen readers. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of 5 stars`} className="text-lg leading-none tracking-widest">
      {"★".repeat(rating)}
      <span className="text-control">{"★".repeat(5 - rating)}</span>
    </span>
  );
}
