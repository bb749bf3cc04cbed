/** Keeps the sample's rooms as a beginning, or retires them all. */
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Setup } from "../../../../../bff/contract/venue/setup.ts";
import { countText } from "../../../../../core/text/count-text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { retireSampleRooms, useSetupChange } from "./calls.ts";

export function RoomsStep({ rooms }: { rooms: Setup["rooms"] }) {
  const [asks, setAsks] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const retiring = useSetupChange(() => retireSampleRooms(), "Rooms Not Retired");
  return (
    <div ref={place} tabIndex={-1} className="flex flex-wrap gap-3">
      <Link to="/admin" search={{ tab: "rooms" }} className={buttonClass({ density: "dense" })}>
        Change the Rooms
      </Link>
      <Link to="/admin" search={{ tab: "rooms", edit: 0 }} className={buttonClass({ density: "dense" })}>
        Add a Room
      </Link>
      {rooms.sample > 0 && (
        <Button density="dense" onClick={() => setAsks(true)}>
          Retire the Sample's Rooms
        </Button>
      )}
      <ConfirmDialog
        question={
          asks
            ? {
                title: "Retire the sample's rooms?",
                text: `${countText(rooms.sample, "room")} that you have not changed will not be shown any more. You can reinstate each in the Rooms tab. Bookings stay.`,
                confirm: "Retire",
                danger: true,
              }
            : null
        }
        busy={retiring.isPending}
        onConfirm={() => retiring.mutate(undefined, { onSettled: () => setAsks(false) })}
        onCancel={() => setAsks(false)}
        focusAfter={() => place.current}
      />
    </div>
  );
}
