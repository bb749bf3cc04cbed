/** Stores the drafts of bookings in this tab, one text for each room, until logging out deletes all of them. */

import { tryStorage } from "../browser/device-storage.ts";

/** Without session storage a draft does not survive a reload, and everything else works. */
const PREFIX = "draft:";

export const loadDraft = (roomSlug: string): string | null =>
  tryStorage(() => sessionStorage.getItem(PREFIX + roomSlug));

export const storeDraft = (roomSlug: string, text: string): void =>
  void tryStorage(() => sessionStorage.setItem(PREFIX + roomSlug, text));

export const deleteDraft = (roomSlug: string): void =>
  void tryStorage(() => sessionStorage.removeItem(PREFIX + roomSlug));

export const deleteAllDrafts = (): void =>
  void tryStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
