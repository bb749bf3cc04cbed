/** The search field of a list: it waits for a pause in typing, and follows the page's address. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { TextField } from "./field.tsx";

const PAUSE_MS = 250;

interface SearchFieldProps {
  search: string;
  placeholder: string;
  className?: string;
  onSearch(search: string): void;
}

/** Searches when the typing pauses, or at once on Enter; follows the address when Back changes it. */
export function SearchField({ search, placeholder, className, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const send = useEffectEvent((text: string) => {
    if (text === sent.current) return;
    sent.current = text;
    onSearch(text);
  });

  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    const pause = setTimeout(() => send(typed), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed]);

  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === sent.current) return;
        sent.current = typed;
        onSearch(typed);
      }}
    >
      <TextField
        density="dense"
        label="Search"
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
