/** Owns the badge that says whether the page hears of changes as they happen (SPEC §2, §4). */
import type { ConnectionState } from "../../live/live-connection.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const BADGES: Record<ConnectionState, { tone: BadgeTone; text: string }> = {
  connected: { tone: "green", text: "Live Updates Active" },
  connecting: { tone: "neutral", text: "Connecting..." },
  disconnected: { tone: "red", text: "Connection Lost" },
  error: { tone: "red", text: "Connection Lost" },
};

export function LiveBadge({ state }: { state: ConnectionState }) {
  const { tone, text } = BADGES[state];
  return (
    <span role="status" className="inline-flex">
      <Badge tone={tone}>
        <span
          aria-hidden="true"
          className={state === "connecting" ? "size-2 animate-breathe bg-current" : "size-2 bg-current"}
        />
        {text}
      </Badge>
    </span>
  );
}
