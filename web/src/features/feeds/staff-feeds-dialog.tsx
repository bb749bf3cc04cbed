/** The dialog by which staff subscribe to the venue's hours in their own calendar: everything, a room, what they booked, or busy times. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Feed, FeedScope } from "../../../../bff/contract/open/feeds.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { Button } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { Field, SelectInput } from "../../ui/field.tsx";
import { makeFeed, STAFF_FEEDS } from "./calls.ts";
import { FeedList } from "./feed-list.tsx";
import { MadeFeedNotice } from "./made-feed.tsx";

const SCOPES: Record<FeedScope, string> = {
  house: "All bookings and closures",
  room: "One room",
  mine: "What I booked and closed",
  "free-busy": "Busy times, without names",
};

const LIST = "staff-feeds";

interface StaffFeedsProps {
  rooms: readonly { id: number; name: string }[];
}

export function StaffFeedsDialog({
  open,
  onClose,
  rooms,
}: StaffFeedsProps & { open: boolean; onClose(): void }) {
  return (
    <DeskDialog open={open} onClose={onClose} className="sm:top-[6vh] sm:max-h-[88dvh] sm:translate-y-0">
      <DialogTitle size="desk">Subscribe</DialogTitle>
      <DialogDescription>
        Your own calendar then shows the venue's hours. To show someone only when rooms are busy, give them an
        address without names.
      </DialogDescription>
      {open && <StaffFeeds rooms={rooms} />}
    </DeskDialog>
  );
}

function StaffFeeds({ rooms }: StaffFeedsProps) {
  const refresh = useRefresh();
  const [scope, setScope] = useState<FeedScope>("house");
  const [room, setRoom] = useState("");
  const hasRoom = scope === "room" || scope === "free-busy";
  const chosen = scope === "room" && room === "" ? rooms[0]?.id : room === "" ? undefined : Number(room);
  const make = useMutation({
    mutationFn: () =>
      makeFeed(STAFF_FEEDS, { scope, ...(hasRoom && chosen !== undefined ? { roomId: chosen } : {}) }),
    onSuccess: () => refresh(STAFF_FEEDS.query.queryKey),
    onError: toastRefusal("Not Subscribed", "The address could not be made. Please try again."),
  });
  const titleOf = (feed: Feed): string => {
    const name = rooms.find(({ id }) => id === feed.roomId)?.name ?? null;
    if (feed.scope === "room") return name ?? `Room ${feed.roomId}`;
    return name === null ? SCOPES[feed.scope] : `${SCOPES[feed.scope]}: ${name}`;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <div className="mt-5 grid gap-5">
      {make.data ? (
        <MadeFeedNotice
          url={make.data.url}
          toShare={scope === "free-busy"}
          density="dense"
          onKept={() => {
            make.reset();
            document.getElementById(LIST)?.focus();
          }}
        />
      ) : (
        <form onSubmit={submit} aria-label="New subscription" className="flex flex-wrap items-end gap-3">
          <Field label="What it shows" required density="dense" className="min-w-60 grow">
            {(aria) => (
              <SelectInput
                {...aria}
                density="dense"
                value={scope}
                onChange={({ target }) => setScope(target.value as FeedScope)}
                options={SCOPES}
              />
            )}
          </Field>
          {hasRoom && (
            <Field label="Room" required density="dense" className="min-w-48 grow">
              {(aria) => (
                <SelectInput
                  {...aria}
                  density="dense"
                  value={chosen ?? ""}
                  onChange={({ target }) => setRoom(target.value)}
                  options={[
                    ...(scope === "free-busy" ? [["", "All rooms"] as const] : []),
                    ...rooms.map(({ id, name }) => [id, name] as const),
                  ]}
                />
              )}
            </Field>
          )}
          <Button type="submit" density="dense" variant="solid" busy={make.isPending}>
            Make Address
          </Button>
        </form>
      )}
      <h3 id={LIST} tabIndex={-1} className="text-lg font-semibold">
        Your subscriptions
      </h3>
      <FeedList
        calls={STAFF_FEEDS}
        titleOf={titleOf}
        density="dense"
        focusAfter={() => document.getElementById(LIST)}
      />
    </div>
  );
}
