/** Owns where unfinished bookings are kept in this tab, a text per room, and that logging out throws them all away. */

const PREFIX = "draft:";

/** Session storage may be switched off or full: nothing survives a reload then, and all else works. */
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
