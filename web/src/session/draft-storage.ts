/** Stores the drafts of bookings in this tab, one text for each room, until logging out deletes all of them. */

const PREFIX = "draft:";

/** Session storage may be switched off or full: then a draft does not survive a reload, and everything else works. */
function attempt<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

export const storedDraft = (roomSlug: string): string | null =>
  attempt((storage) => storage.getItem(PREFIX + roomSlug));

export const storeDraft = (roomSlug: string, text: string): void =>
  void attempt((storage) => storage.setItem(PREFIX + roomSlug, text));

export const dropDraft = (roomSlug: string): void =>
  void attempt((storage) => storage.removeItem(PREFIX + roomSlug));

export const dropAllDrafts = (): void =>
  void attempt((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
