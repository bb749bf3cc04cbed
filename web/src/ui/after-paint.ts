/** Owns what may be drawn a moment later: the press that asked for it is answered by a paint first. */
import { useDeferredValue } from "react";

/** What is opened comes after the next paint; null, which closes it, at once. */
export function useAfterPaint<T>(asked: T | null): T | null {
  const drawn = useDeferredValue(asked);
  return asked === null ? null : drawn;
}
