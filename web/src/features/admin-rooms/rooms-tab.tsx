/** The Rooms tab: the list, or one room's form with its photos, read from the calls for managers. */

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyNotice, QueryPlaceholder } from "../../ui/state-notice.tsx";
import { roomSettingsQuery } from "./calls.ts";
import { LaterPricesPanel } from "./later-prices.tsx";
import { PhotosPanel } from "./photos-panel.tsx";
import { RoomForm } from "./room-form.tsx";
import { RoomList } from "./room-list.tsx";

interface RoomsTabProps {
  /** The rooms as visitors see them. */
  rooms: readonly Room[];
  /** The id of the room whose form is open; 0 for a new one. */
  open: number | undefined;
  onOpen(id: number | undefined): void;
  preview(room: Room): ReactNode;
}

export function RoomsTab({ rooms, open, onOpen, preview }: RoomsTabProps) {
  const settingsQuery = useQuery(roomSettingsQuery);
  const { data } = settingsQuery;
  if (!data)
    return <QueryPlaceholder of={settingsQuery} failed="Failed to fetch the rooms" className="h-20" />;
  if (open === undefined) {
    return (
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">Rooms ({data.length})</h2>
          <Button density="dense" variant="solid" onClick={() => onOpen(0)}>
            Add Room
          </Button>
        </div>
        <RoomList rooms={data} onOpen={onOpen} />
      </div>
    );
  }
  const settings = data.find(({ id }) => id === open) ?? null;
  return (
    <div className="grid gap-8">
      <p>
        <Button density="dense" onClick={() => onOpen(undefined)}>
          <span aria-hidden="true">←</span> All rooms
        </Button>
      </p>
      {settings === null && open !== 0 ? (
        <EmptyNotice title="There is no such room" />
      ) : (
        <RoomForm
          key={open}
          settings={settings}
          shown={rooms.find(({ id }) => id === open) ?? rooms[0]}
          onClose={onOpen}
          preview={preview}
        >
          {settings && <LaterPricesPanel room={settings} />}
          {settings && <PhotosPanel room={settings} />}
        </RoomForm>
      )}
    </div>
  );
}
