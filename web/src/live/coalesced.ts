/** Owns the merging of bursts: many requests to do something become few runs, and none of them is ever lost. */

/** Long enough to gather one burst, short enough that nobody sees the wait. */
export const BURST_MS = 60;

export interface Coalesced {
  /** Asks for a run that begins after this call. */
  request(): void;
  /** Forgets what was asked for; a run under way is not disturbed. */
  cancel(): void;
}

/**
 * Runs `task` once for all requests within a burst, never twice at the same time. What is asked for during a run is
 * answered by one more run after it, since the one under way may have looked before the change. A task that fails is
 * not repeated by itself: it reports its own failures.
 */
export function coalesced(task: () => Promise<unknown>, burstMs = BURST_MS): Coalesced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running = false;
  let again = false;

  async function run(): Promise<void> {
    timer = null;
    running = true;
    try {
      await task();
    } catch {
      // The task's own state shows the failure.
    } finally {
      running = false;
      if (again) {
        again = false;
        request();
      }
    }
  }

  function request(): void {
    if (running) again = true;
    else timer ??= setTimeout(run, burstMs);
  }

  return {
    request,
    cancel() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      again = false;
    },
  };
}
