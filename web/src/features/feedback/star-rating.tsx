/** One rating from one to five stars: a group of real radio buttons, so that arrow keys choose and screen readers read everything. */

import clsx from "clsx";
import { useState } from "react";
import { countText } from "../../../../core/text/count-text.ts";

const STARS = [1, 2, 3, 4, 5] as const;

interface StarRatingProps {
  label: string;
  name: string;
  value: number;
  onChange(value: number): void;
  error: string | undefined;
}

export function StarRating({ label, name, value, onChange, error }: StarRatingProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const lit = pointed ?? value;
  return (
    <fieldset
      aria-describedby={error ? `${name}-error` : undefined}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-rule py-2.5"
    >
      <legend className="float-left font-semibold">{label}</legend>
      <div className="flex" onPointerLeave={() => setPointed(null)}>
        {STARS.map((stars) => (
          <label
            key={stars}
            onPointerEnter={() => setPointed(stars)}
            className="grid size-11 place-items-center has-focus-visible:outline-3 has-focus-visible:outline-action"
          >
            <input
              type="radio"
              name={name}
              id={stars === 1 ? name : undefined}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="sr-only"
            />
            <span className="sr-only">{countText(stars, "star")}</span>
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className={clsx(
                "w-8 stroke-ink stroke-[1.5] [stroke-linejoin:round] motion-safe:transition-[fill] motion-safe:duration-120",
                stars <= lit ? "fill-yellow" : "fill-transparent",
              )}
            >
              <path d="M12 2.2l3 6.3 6.8.9-5 4.8 1.3 6.8L12 17.7 5.9 21l1.3-6.8-5-4.8 6.8-.9z" />
            </svg>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="w-full text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
