/** Gives a handler one identity for a component's life, so that a `memo` part is drawn again only when what it shows changes. */
import { useCallback, useLayoutEffect, useRef } from "react";

/** Calls the handler of the last drawing. Not for calls while drawing. */
export function useHandler<Given extends unknown[]>(handler: (...given: Given) => void) {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...given: Given): void => latest.current(...given), []);
}
