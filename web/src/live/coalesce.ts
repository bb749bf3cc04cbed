/** Merges bursts of requests for a task into few runs, and loses none of the requests. */

/** Long enough to gather one burst, and short enough that no user notices the wait. */
export const BURST_MS = 60;

export interface Coalesced {
  /** Asks for a run that begins after this call. */
  request(): void;
  /** Drops the pending requests; a run under way continues. */
  cancel(): void;
}

/**
 * Runs `task` once for all requests within a burst, and never two runs at the same time. Requests during a run lead to one more run after
 * it, because the current run may have read before the change. A failed task is not repeated: it reports its own failures.
 */
export function coalesce(task: () => Promise<unknown>, burstMs = BURST_MS): Coalesced {
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
