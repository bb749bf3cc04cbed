/** Checks that what one page has written is known to the next one, and for how long. */
import { afterEach, expect, it, vi } from "vitest";

function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return kept;
}

/** As another tab, or the same after a reload. */
function anotherPage(): Promise<typeof import("./log-position.ts")> {
  vi.resetModules();
  return import("./log-position.ts");
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("is known to another page of the browser, the highest of them, for ten minutes", async () => {
  vi.useFakeTimers();
  stubStorage();
  const [one, two] = [await anotherPage(), await anotherPage()];
  one.notePosition("1.20.5");
  two.notePosition("1.9.99");
  expect(two.seenPosition()).toBe("1.20.5");
  vi.advanceTimersByTime(10 * 60_000);
  expect((await anotherPage()).seenPosition()).toBeNull();
  expect(one.seenPosition()).toBe("1.20.5");
});

it("is none where something else was kept, and the page's own where nothing can be", async () => {
  stubStorage().set("log_position", "nonsense");
  expect((await anotherPage()).seenPosition()).toBeNull();
  vi.unstubAllGlobals();
  const page = await anotherPage();
  page.notePosition("1.2.3");
  expect(page.seenPosition()).toBe("1.2.3");
});
