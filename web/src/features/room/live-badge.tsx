/** Says whether the page gets live updates: inconspicuous while it does, prominent if it does not. */
import type { ConnectionState } from "../../live/live-connection.ts";
import { Badge } from "../../ui/badge.tsx";

const LOST = "Connection Lost";
const TEXTS: Record<ConnectionState, string> = {
  connected: "Live Updates Active",
  connecting: "Connecting...",
  disconnected: LOST,
  error: LOST,
};

export function LiveBadge({ state }: { state: ConnectionState }) {
  const text = TEXTS[state];
  return (
    <span role="status" data-needs-scripts className="inline-flex">
      {text === LOST ? (
        <Badge tone="red">
          <span aria-hidden="true" className="size-2 bg-current" />
          {text}
        </Badge>
      ) : (
        <span className="inline-flex min-h-6 items-center gap-1.5 text-sm text-muted">
          <span
            aria-hidden="true"
            className={state === "connecting" ? "size-2 animate-breathe bg-current" : "size-2 bg-success"}
          />
          {text}
        </span>
      )}
    </span>
  );
}
