/** Summarizes another time for a booking before it is confirmed: the new visit, why it cannot be booked, and the button. */
import type { Ink } from "../../../../core/venue/rooms/inks.ts";
import { Ticket, type TicketRow } from "../../ui/booking/ticket.tsx";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";

interface NewTimeProps {
  ink: Ink;
  rows: TicketRow[];
  /** The text to show if the choice is the booking's present time; null if it is another time. */
  unchanged: string | null;
  /** Why the last attempt was refused. */
  refused: string | null;
  /** The chosen time cannot be booked. */
  unavailable: boolean;
  busy: boolean;
  /** The button's text, and its text while it works. */
  words: { take: string; taking: string };
  onConfirm(): void;
}

export function NewTime({
  ink,
  rows,
  unchanged,
  refused,
  unavailable,
  busy,
  words,
  onConfirm,
}: NewTimeProps) {
  return (
    <Ticket
      title="Your new time"
      level={3}
      ink={ink}
      rows={rows}
      stub={
        <div className="grid gap-4">
          {unchanged !== null && <p>{unchanged}</p>}
          {refused !== null && <RefusalNotice>{refused}</RefusalNotice>}
          <Button
            size="lg"
            className="w-full"
            busy={busy}
            disabled={unavailable || unchanged !== null}
            onClick={onConfirm}
          >
            {busy ? words.taking : words.take}
          </Button>
        </div>
      }
    />
  );
}
