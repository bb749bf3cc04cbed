/** Lists the rooms in their order, each with its price, the controls that move it, and the link to its form. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import type { RoomSettings } from "../../../../bff/contract/venue/room-settings.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { peopleText } from "../../format/counts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { changeRoom, ROOM_SETTINGS_KEY } from "./calls.ts";

/** The list after the item at `from` is moved to `to`. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, at) => at !== from);
  const item = list[from];
  return item === undefined || to < 0 || to >= list.length ? [...list] : rest.toSpliced(to, 0, item);
}

interface RoomListProps {
  rooms: readonly RoomSettings[];
  onOpen(id: number): void;
}

export function RoomList({ rooms, onOpen }: RoomListProps) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const [dragged, setDragged] = useState<number | null>(null);
  const ordering = useMutation({
    mutationFn: async (order: readonly RoomSettings[]) => {
      for (const [at, { id, displayOrder }] of order.entries())
        if (displayOrder !== at + 1) await changeRoom(id, { displayOrder: at + 1 });
    },
    onMutate: (order) => client.setQueryData(ROOM_SETTINGS_KEY, order),
    onError: toastRefusal("Order Not Saved", "The rooms could not be put into this order."),
    onSettled: () => refresh(ROOM_SETTINGS_KEY, ROOMS_KEY),
  });
  const move = (from: number, to: number) => {
    if (!ordering.isPending && from !== to) ordering.mutate(moved(rooms, from, to));
  };

  return (
    <ol aria-label="Rooms" className="grid gap-2">
      {rooms.map((room, at) => (
        <li
          key={room.id}
          draggable
          onDragStart={() => setDragged(at)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dragged !== null && move(dragged, at)}
          className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border border-l-4 border-rule bg-sheet px-3 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-4"
          style={{ borderLeftColor: inksOf(room.slug).first.hex, opacity: dragged === at ? 0.5 : 1 }}
        >
          <div className="flex gap-1">
            <OrderButton name={room.name} way="up" inert={at === 0} onMove={() => move(at, at - 1)} />
            <OrderButton
              name={room.name}
              way="down"
              inert={at === rooms.length - 1}
              onMove={() => move(at, at + 1)}
            />
          </div>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              {room.name}
              {room.retired && <Badge tone="red">Retired</Badge>}
              {!room.retired && !room.bookable && <Badge tone="yellow">Takes no bookings</Badge>}
              {room.overlay !== null && <Badge tone="neutral">{room.overlay}</Badge>}
            </p>
            <p className="figures text-sm text-muted">
              {formatMoney(room.hourlyRate)} an hour, up to {peopleText(room.capacity)},{" "}
              {room.photos.length === 0 ? "posters" : countText(room.photos.length, "photo")}
            </p>
          </div>
          <Button
            density="dense"
            className="col-span-2 sm:col-span-1"
            aria-label={`Edit ${room.name}`}
            onClick={() => onOpen(room.id)}
          >
            Edit
          </Button>
        </li>
      ))}
    </ol>
  );
}

interface OrderButtonProps {
  name: string;
  way: "up" | "down";
  inert: boolean;
  onMove(): void;
}

/** Also used for photos; `name` is what is moved. */
export function OrderButton({ name, way, inert, onMove }: OrderButtonProps) {
  const Icon = way === "up" ? ArrowUp : ArrowDown;
  return (
    <Button
      density="dense"
      className="px-2.5!"
      aria-label={`Move ${name} ${way}`}
      inert={inert}
      onClick={onMove}
    >
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  );
}
