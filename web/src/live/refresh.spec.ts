/** Checks that bursts become few fetches, and that every event is followed by a fetch that began after it. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BURST_MS, coalesce } from "./coalesce.ts";
import { refreshShown } from "./refresh.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

/** A task whose runs end when the spec ends them. */
function heldTask() {
  const ends: Array<() => void> = [];
  const task = vi.fn(() => new Promise<void>((resolve) => void ends.push(resolve)));
  return { task, end: () => ends.shift()?.() };
}

describe("coalesced", () => {
  it("runs once for a burst", async () => {
    const task = vi.fn(async () => {});
    const burst = coalesce(task);
    for (let i = 0; i < 50; i++) burst.request();
    expect(task).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(BURST_MS);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it("does one more run for all requests during a run", async () => {
    const { task, end } = heldTask();
    const burst = coalesce(task);
    burst.request();
    await vi.advanceTimersByTimeAsync(BURST_MS);
    for (let i = 0; i < 50; i++) burst.request();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(task).toHaveBeenCalledTimes(1);
    end();
    await settled();
    await vi.advanceTimersByTimeAsync(BURST_MS);
    expect(task).toHaveBeenCalledTimes(2);
    end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(task).toHaveBeenCalledTimes(2);
  });

  it("runs again after a failed run", async () => {
    const task = vi.fn(async () => {
      throw new Error("no answer");
    });
    const burst = coalesce(task);
    burst.request();
    await vi.advanceTimersByTimeAsync(BURST_MS);
    burst.request();
    await vi.advanceTimersByTimeAsync(BURST_MS);
    expect(task).toHaveBeenCalledTimes(2);
  });

  it("drops pending requests when it is cancelled", async () => {
    const task = vi.fn(async () => {});
    const burst = coalesce(task);
    burst.request();
    burst.cancel();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(task).not.toHaveBeenCalled();
  });
});

describe("refreshShown", () => {
  const key = ["rooms", 7, "bookings"];

  function shownQuery() {
    const client = new QueryClient();
    const ends: Array<() => void> = [];
    const queryFn = vi.fn(
      () => new Promise<number>((resolve) => ends.push(() => resolve(queryFn.mock.calls.length))),
    );
    const observer = new QueryObserver<number>(client, {
      queryKey: [...key, "2026-12"],
      queryFn,
      staleTime: Number.POSITIVE_INFINITY,
    });
    const stop = observer.subscribe(() => {});
    return { client, queryFn, end: () => ends.shift()?.(), stop };
  }

  it("fetches once when nothing is under way", async () => {
    const { client, queryFn, end, stop } = shownQuery();
    end();
    await settled();
    const refreshed = refreshShown(client, key);
    end();
    await refreshed;
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
  });

  it("lets a fetch under way finish and follows it with one that began after the event", async () => {
    const { client, queryFn, end, stop } = shownQuery();
    const refreshed = refreshShown(client, key);
    await settled();
    expect(queryFn).toHaveBeenCalledTimes(1);
    end();
    await settled();
    expect(queryFn).toHaveBeenCalledTimes(2);
    end();
    await refreshed;
    expect(client.getQueryData([...key, "2026-12"])).toBe(2);
    stop();
  });

  it("leaves queries that are not shown until they are shown again", async () => {
    const client = new QueryClient();
    client.setQueryData([...key, "2026-11"], 1);
    await refreshShown(client, key);
    expect(client.getQueryState([...key, "2026-11"])?.isInvalidated).toBe(true);
  });
});
