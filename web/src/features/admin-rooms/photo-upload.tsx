/** Uploads a photo that was dropped or chosen, with its description, and shows the progress. */
import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { useRef, useState } from "react";
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from "../../../../bff/contract/venue/photo-upload.ts";
import { refusalWords } from "../../api/refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { uploadPhoto } from "./calls.ts";

const TYPES = "image/jpeg,image/png,image/webp,image/avif";

export function PhotoUpload({ roomId, onAdded }: { roomId: number; onAdded(): void }) {
  const [photo, setPhoto] = useState<File | null>(null);
  const [alt, setAlt] = useState("");
  const [trouble, setTrouble] = useState<{ field: "photo" | "alt"; words: string } | null>(null);
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState(0);
  const picker = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLInputElement>(null);

  const upload = useMutation({
    mutationFn: (chosen: File) => uploadPhoto(roomId, { photo: chosen, alt: alt.trim() }, setSent),
    onSuccess: () => {
      toast({ title: "Photo Added", description: "It is on the room's page now." });
      choose(null);
      setAlt("");
      onAdded();
    },
    onError: (error) =>
      setTrouble({
        field: "photo",
        words: refusalWords(error, "The photo could not be added. Please try again."),
      }),
  });

  function choose(file: File | null) {
    setPhoto(file);
    setSent(0);
    setTrouble(file && file.size > MAX_PHOTO_BYTES ? { field: "photo", words: PHOTO_TOO_LARGE } : null);
    if (file === null && picker.current) picker.current.value = "";
  }

  const send = () => {
    if (upload.isPending) return;
    if (photo === null) {
      setTrouble({ field: "photo", words: "Choose a photo" });
      picker.current?.focus();
    } else if (photo.size > MAX_PHOTO_BYTES) setTrouble({ field: "photo", words: PHOTO_TOO_LARGE });
    else if (alt.trim() === "") {
      setTrouble({ field: "alt", words: "Describe the photo" });
      words.current?.focus();
    } else {
      setTrouble(null);
      upload.mutate(photo);
    }
  };

  return (
    <form
      noValidate
      aria-label="Add a photo"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files[0] ?? null);
      }}
      className={clsx(
        "grid gap-4 border-2 border-dashed p-4 sm:p-5",
        over ? "border-action bg-ground" : "border-control bg-sheet",
      )}
    >
      <Field
        label="Photo"
        required
        hint="Drop a photo here or choose one: JPEG, PNG, WebP or AVIF, up to 10 MB. Its location data is removed."
        error={trouble?.field === "photo" ? trouble.words : undefined}
      >
        {(aria) => (
          <input
            {...aria}
            ref={picker}
            type="file"
            accept={TYPES}
            className="block min-h-11 w-full max-w-full text-sm file:mr-3 file:min-h-11 file:border file:border-control file:bg-ground file:px-3.5 file:font-medium file:text-ink"
            onChange={(event) => choose(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {photo && (
        <p className="text-sm">
          <span className="font-semibold">{photo.name}</span>, {(photo.size / 1024 / 1024).toFixed(1)} MB
        </p>
      )}
      <TextField
        label="What it shows"
        required
        hint="Read aloud to people who cannot see it. Example: the live room with the piano by the window."
        error={trouble?.field === "alt" ? trouble.words : undefined}
        ref={words}
        value={alt}
        maxLength={250}
        onChange={(event) => setAlt(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button density="dense" type="submit" variant="solid" busy={upload.isPending}>
          {upload.isPending ? "Adding..." : "Add Photo"}
        </Button>
        {upload.isPending && (
          <label className="flex items-center gap-3 text-sm">
            <progress value={sent} max={1} className="h-2 w-40" />
            {sent < 1 ? `${Math.round(sent * 100)}% sent` : "Sent, being processed"}
          </label>
        )}
      </div>
    </form>
  );
}
