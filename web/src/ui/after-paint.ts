/** Delays slow rendering until after the next paint, so that the press is answered at once. */
import { useDeferredValue } from "react";

/** Returns `asked` after the next paint; null, which closes what was open, at once. */
export function useAfterPaint<T>(asked: T | null): T | null {
  const drawn = useDeferredValue(asked);
  return asked === null ? null : drawn;
}
