/** Gives a call its idempotency key: while the content stays the same, so does the key, so that a repeated press or a lost answer changes nothing twice. */
import { useRef } from "react";
import { randomKey } from "../browser/random-key.ts";

export function useRepeatKey() {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    /** The key of a call with this content, which becomes JSON. */
    keyOf(content: unknown): string {
      const text = JSON.stringify(content ?? null);
      if (last.current?.content !== text) last.current = { content: text, key: randomKey() };
      return last.current.key;
    },
    /** The call was carried out: the same content is another change from now on. */
    forget(): void {
      last.current = null;
    },
  };
}
