/** Checks that a log position that one page has noted is known to the next page, and for how long. */
import { afterEach, expect, it, vi } from "vitest";

function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return kept;
}

/** A second instance of the module, as another tab or a reloaded page has it. */
function anotherPage(): Promise<typeof import("./log-position.ts")> {
  vi.resetModules();
  return import("./log-position.ts");
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("the highest position is known to other pages of the browser for ten minutes", async () => {
  vi.useFakeTimers();
  stubStorage();
  const [one, two] = [await anotherPage(), await anotherPage()];
  one.rememberPosition("1.20.5");
  two.rememberPosition("1.9.99");
  expect(two.highestSeenPosition()).toBe("1.20.5");
  vi.advanceTimersByTime(10 * 60_000);
  expect((await anotherPage()).highestSeenPosition()).toBeNull();
  expect(one.highestSeenPosition()).toBe("1.20.5");
});

it("the position is null if the stored text is malformed, and the page's own if nothing can be stored", async () => {
  stubStorage().set("log_position", "nonsense");
  expect((await anotherPage()).highestSeenPosition()).toBeNull();
  vi.unstubAllGlobals();
  const page = await anotherPage();
  page.rememberPosition("1.2.3");
  expect(page.highestSeenPosition()).toBe("1.2.3");
});
