/** Shows a room's photos to staff in their order, each with its description; a photo is removed after a confirmation. */
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RoomPhoto } from "../../../../bff/contract/room.ts";
import type { RoomSettings } from "../../../../bff/contract/venue/room-settings.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { Photo } from "../../ui/booking/photo.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { changeRoom, describePhoto, ROOM_SETTINGS_KEY, removePhoto } from "./calls.ts";
import { PhotoUpload } from "./photo-upload.tsx";
import { moved, OrderButton } from "./room-list.tsx";

export function PhotosPanel({ room }: { room: RoomSettings }) {
  const refresh = useRefresh();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<RoomPhoto | null>(null);
  const change = useMutation({
    mutationFn: async (act: () => Promise<unknown>) => act(),
    onError: toastRefusal("Photo Not Changed", "Please try again later."),
    onSettled: () => {
      setAsked(null);
      refresh(ROOM_SETTINGS_KEY, ROOMS_KEY);
    },
  });
  const move = (from: number, to: number) => {
    const photoIds = moved(room.photos, from, to).map(({ id }) => id);
    if (!change.isPending) change.mutate(() => changeRoom(room.id, { photoIds }));
  };

  return (
    <section aria-label={`Photos of ${room.name}`} className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
          Photos ({room.photos.length})
        </h2>
        <p className="text-sm text-muted">
          The first photo is on the room's card. Changes here apply immediately. Without photos the room shows
          its posters.
        </p>
      </div>
      {room.photos.length > 0 && (
        <ol aria-label="Photos" className="grid gap-3">
          {room.photos.map((photo, at) => (
            <li
              key={photo.id}
              className="grid gap-x-5 gap-y-3 border border-rule bg-sheet p-3 sm:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <Photo photo={photo} sizes="12rem" className="aspect-3/2 h-auto w-full object-cover" />
              <div className="grid content-start gap-3">
                <PhotoWords
                  // A description that a colleague has saved replaces the field's text.
                  key={photo.alt}
                  alt={photo.alt}
                  busy={change.isPending}
                  onSave={(alt) => change.mutate(() => describePhoto(room.id, photo.id, alt))}
                />
                <div className="flex flex-wrap gap-2">
                  <OrderButton
                    name={`photo ${at + 1}`}
                    way="up"
                    inert={at === 0}
                    onMove={() => move(at, at - 1)}
                  />
                  <OrderButton
                    name={`photo ${at + 1}`}
                    way="down"
                    inert={at === room.photos.length - 1}
                    onMove={() => move(at, at + 1)}
                  />
                  <Button
                    density="dense"
                    variant="danger"
                    aria-label={`Remove photo ${at + 1}`}
                    onClick={() => setAsked(photo)}
                  >
                    Remove
                  </Button>
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
      <PhotoUpload roomId={room.id} onAdded={() => refresh(ROOM_SETTINGS_KEY, ROOMS_KEY)} />
      <ConfirmDialog
        question={
          asked && {
            title: "Remove this photo?",
            text: `"${asked.alt}" is removed from the site immediately. This cannot be undone.`,
            confirm: "Remove",
            danger: true,
          }
        }
        busy={change.isPending}
        onConfirm={() => asked && change.mutate(() => removePhoto(room.id, asked.id))}
        onCancel={() => setAsked(null)}
        focusAfter={() => heading.current}
      />
    </section>
  );
}

interface PhotoWordsProps {
  alt: string;
  busy: boolean;
  onSave(alt: string): void;
}

function PhotoWords({ alt, busy, onSave }: PhotoWordsProps) {
  const [typed, setTyped] = useState(alt);
  const isNew = typed.trim() !== alt && typed.trim() !== "";
  return (
    <form
      className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew && !busy) onSave(typed.trim());
      }}
    >
      <TextField
        label="What it shows"
        required
        density="dense"
        value={typed}
        maxLength={250}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button density="dense" type="submit" inert={!isNew || busy}>
        Save Description
      </Button>
    </form>
  );
}
