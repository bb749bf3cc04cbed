/** Lists closures: when, which rooms, why, who can read it, who made each; with buttons that change the reason or reopen the hours. */
import type { ClosureInList } from "../../../../bff/contract/venue/closure.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { closedRoomsWords, closureTimes, type NamedRoom } from "./closure-words.ts";

interface ClosureListProps {
  label: string;
  blocks: readonly ClosureInList[];
  rooms: readonly NamedRoom[];
  onReason(block: ClosureInList): void;
  /** Absent if the closures are over. */
  onReopen?(block: ClosureInList): void;
}

export const ClosureList = ({ label, blocks, ...card }: ClosureListProps) => (
  <ul aria-label={label} className="grid gap-2">
    {blocks.map((block) => (
      <ClosureCard key={block.id} block={block} {...card} />
    ))}
  </ul>
);

type ClosureCardProps = Omit<ClosureListProps, "label" | "blocks"> & { block: ClosureInList };

function ClosureCard({ block, rooms, onReason, onReopen }: ClosureCardProps) {
  const zone = useZone();
  const times = closureTimes(block, zone);
  const closed = closedRoomsWords(block.roomIds, rooms);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border border-rule bg-sheet px-4 py-3">
      <div className="grid min-w-0 gap-1">
        <h3 className="figures font-semibold">{times}</h3>
        <p>{closed}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{block.reason}</span>
          <Badge tone="neutral">{block.public ? "Visible to visitors" : "Staff only"}</Badge>
        </p>
        <p className="figures text-sm text-muted">
          Closed by {block.placedBy}, {dateAndTime(new Date(block.placedAt), zone)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          density="dense"
          aria-label={`Change the reason: ${closed}, ${times}`}
          onClick={() => onReason(block)}
        >
          Reason
        </Button>
        {onReopen && (
          <Button density="dense" aria-label={`Reopen: ${closed}, ${times}`} onClick={() => onReopen(block)}>
            {" "}
            Reopen{" "}
          </Button>
        )}
      </div>
    </li>
  );
}
