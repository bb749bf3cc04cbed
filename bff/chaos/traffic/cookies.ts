/** Owns the cookies that a client keeps as a browser would: of bookings and known devices. Sessions are carried as tokens. */

export interface CookieJar {
  take(setCookies: readonly string[]): void;
  /** As the `Cookie` header has them; empty without any. */
  header(): string;
  clear(): void;
}

export function createCookieJar(): CookieJar {
  const kept = new Map<string, string>();
  return {
    take(setCookies) {
      for (const text of setCookies) {
        const match = /^([^=;]+)=([^;]*)/.exec(text);
        const name = match?.[1];
        if (name === undefined || name.endsWith("_session")) continue;
        if (/;\s*max-age=0\b/i.test(text)) kept.delete(name);
        else kept.set(name, match?.[2] ?? "");
      }
    },
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join("; "),
    clear: () => kept.clear(),
  };
}
