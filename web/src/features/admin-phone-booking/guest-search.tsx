/** Finds the person who calls among earlier guests: a combobox over phone, email and name (W3C APG combobox with a list). */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useEffect, useId, useState } from "react";
import type { Guest } from "../../../../bff/contract/staff/guest.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { guestsQuery } from "../../api/staff-guests.ts";
import { count } from "../../format/counts.ts";
import { TextField } from "../../ui/field.tsx";

const PAUSE_MS = 250;
const LEAST_TYPED = 2;

export function GuestSearch({ onPick }: { onPick(guest: Guest): void }) {
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  useEffect(() => {
    const pause = setTimeout(() => setAsked(typed.trim()), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed]);
  const enough = asked.length >= LEAST_TYPED;
  const { data, isFetching, isError } = useQuery({ ...guestsQuery(asked), enabled: enough });
  const guests = enough ? (data ?? []) : [];
  const shown = open && guests.length > 0;
  const optionId = (at: number) => `${listId}-${at}`;

  const words = isError
    ? "Failed to search for guests. Enter the details below."
    : !enough
      ? "Or enter the details below."
      : isFetching
        ? "Searching..."
        : guests.length === 0
          ? "No guest found. Enter the details below."
          : `${count(guests.length)} found`;

  const pick = (guest: Guest | undefined) => {
    if (!guest) return;
    setOpen(false);
    setActive(-1);
    setTyped("");
    onPick(guest);
  };

  return (
    <div className="relative">
      <TextField
        density="dense"
        label="Find the guest"
        hint={<span role="status">{words}</span>}
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        placeholder="Phone, email or name"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setOpen(true);
          setActive(-1);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && shown) {
            // This Escape closes only the list; the next one closes the dialog.
            event.stopPropagation();
            setOpen(false);
          } else if (event.key === "Enter") {
            // Enter searches here; the button at the end sends the form.
            event.preventDefault();
            if (shown) pick(guests[Math.max(active, 0)]);
          } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            setOpen(true);
            const step = event.key === "ArrowDown" ? 1 : -1;
            if (guests.length > 0) setActive((active + step + guests.length) % guests.length);
          }
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Guests"
        className={clsx(
          "absolute inset-x-0 top-[4.25rem] z-10 max-h-72 overflow-y-auto border-2 border-ink bg-sheet",
          !shown && "hidden",
        )}
      >
        {guests.map((guest, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
          <div
            key={guest.id}
            id={optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={clsx(
              "grid min-h-11 cursor-pointer gap-x-4 border-b border-rule px-3 py-2 text-[0.9375rem] last:border-b-0 hover:bg-ground",
              at === active && "bg-ink text-ground hover:bg-ink",
            )}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(guest)}
          >
            <span className="font-medium">
              {personName(guest)}
              <span className="figures font-normal"> · {visitsWords(guest)}</span>
            </span>
            <span className="figures break-words">
              {[guest.phone, guest.email].filter(Boolean).join(" · ")}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

function visitsWords({ visits, noShows }: Guest): string {
  const came = countText(visits, "visit");
  return noShows === 0 ? came : `${came}, ${countText(noShows, "no-show")}`;
}
