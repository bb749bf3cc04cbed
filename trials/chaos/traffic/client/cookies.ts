/** Keeps the cookies of a client as a browser would: of bookings and known devices. Sessions are sent as tokens. */

interface CookieJar {
  take(setCookies: readonly string[]): void;
  /** The value of the `Cookie` header; empty if there are none. */
  header(): string;
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
  };
}
