/**
 * Remembers in this tab from which page of another site the visitor came: it outlives the payment, for which the tab may leave our site
 * (decision 314). Only the server tells whether a visitor may be led there.
 */
import { tryStorage } from "../browser/device-storage.ts";

const KEY = "hub_way_back";

/** What the page gets in its address when the visitor returns: a booking's number and state, and nothing of the person. */
export const BOOKING_PARAMETER = "hub-booking";
export const STATE_PARAMETER = "hub-state";

export interface Booked {
  id: number;
  state: "confirmed" | "cancelled";
}

export const rememberWayBack = (page: string): void =>
  void tryStorage(() => sessionStorage.setItem(KEY, page));

/** As it was given, not checked yet; null if the visitor came from nowhere else. */
export const rememberedWayBack = (): string | null => tryStorage(() => sessionStorage.getItem(KEY));

/** The page's address with what was booked; without a booking as it is. */
export function addressBack(page: string, booked: Booked | null): string {
  const url = new URL(page);
  if (booked !== null) {
    url.searchParams.set(BOOKING_PARAMETER, String(booked.id));
    url.searchParams.set(STATE_PARAMETER, booked.state);
  }
  return url.href;
}
