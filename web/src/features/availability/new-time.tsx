/** Owns the last look at another time for a booking: what it would be, why it cannot, and the button that takes it. */
import type { Ink } from "../../../../core/venue/inks.ts";
import { Button } from "../../ui/button.tsx";
import { Refused } from "../../ui/error-summary.tsx";
import { Ticket, type TicketRow } from "../../ui/ticket.tsx";

interface NewTimeProps {
  ink: Ink;
  rows: TicketRow[];
  /** The choice is where the booking is already, in words; null when it is another. */
  unchanged: string | null;
  /** Why the last try was refused. */
  refused: string | null;
  /** The choice cannot be had. */
  impossible: boolean;
  busy: boolean;
  /** On the button, and while it works. */
  words: { take: string; taking: string };
  onTake(): void;
}

export function NewTime({ ink, rows, unchanged, refused, impossible, busy, words, onTake }: NewTimeProps) {
  return (
    <Ticket
      title="Your new time"
      level={3}
      ink={ink}
      rows={rows}
      stub={
        <div className="grid gap-4">
          {unchanged !== null && <p>{unchanged}</p>}
          {refused !== null && <Refused>{refused}</Refused>}
          <Button
            size="lg"
            className="w-full"
            busy={busy}
            disabled={impossible || unchanged !== null}
            onClick={onTake}
          >
            {busy ? words.taking : words.take}
          </Button>
        </div>
      }
    />
  );
}
