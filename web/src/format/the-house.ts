/** Owns the house as this page knows it: what the site was built with, until the server says otherwise. */
import { useSyncExternalStore } from "react";
import { FIRST_HOUSE } from "../../../bff/contract/house.ts";
import type { House } from "../../../bff/contract/house-record.ts";

let known: House = FIRST_HOUSE;
const listeners = new Set<() => void>();

/** As it is known now; a component asks `useHouse`. */
export const theHouse = (): House => known;

export function knowHouse(house: House): void {
  if (JSON.stringify(house) === JSON.stringify(known)) return;
  known = house;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHouse = (): House => useSyncExternalStore(subscribe, theHouse, theHouse);
