/** Uploads a photo that was dropped or chosen, with its description, and shows the progress. */
import { zodResolver } from "@hookform/resolvers/zod";
import clsx from "clsx";
import { useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { MAX_PHOTO_BYTES, tooLargeText } from "../../../../bff/contract/venue/photo-upload.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { uploadPhoto } from "./calls.ts";

const TYPES = "image/jpeg,image/png,image/webp,image/avif";

const NewPhoto = z.object({
  photo: z
    .custom<File | null>()
    .transform((photo, context) => {
      if (photo) return photo;
      context.addIssue({ code: "custom", message: "Choose a photo" });
      return z.NEVER;
    })
    .refine(({ size }) => size <= MAX_PHOTO_BYTES, tooLargeText("photo")),
  alt: z.string().trim().min(1, "Describe the photo"),
});

const checkPhoto = zodResolver(NewPhoto);

export function PhotoUpload({ roomId, onAdded }: { roomId: number; onAdded(): void }) {
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState(0);
  const picker = useRef<HTMLInputElement>(null);
  const { form, field, tie, sending, frame } = useSentForm({
    schema: checkPhoto,
    defaults: { photo: null as File | null, alt: "" },
    send: (chosen) => uploadPhoto(roomId, chosen, setSent),
    onSuccess() {
      toast({ title: "Photo Added", description: "It is on the room's page now." });
      form.reset();
      if (picker.current) picker.current.value = "";
      onAdded();
    },
    onError: (error) =>
      form.setError("photo", {
        type: "server",
        message: refusalMessage(error, "The photo could not be added. Please try again."),
      }),
  });
  const photo = form.watch("photo");

  function choose(file: File | null): void {
    setSent(0);
    form.setValue("photo", file, { shouldValidate: file !== null });
  }

  return (
    <form
      {...frame}
      aria-label="Add a photo"
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
        {...tie("photo")}
        label="Photo"
        required
        hint="Drop a photo here or choose one: JPEG, PNG, WebP or AVIF, up to 10 MB. Its location data is removed."
      >
        {(aria) => (
          <Controller
            control={form.control}
            name="photo"
            render={({ field: { ref } }) => (
              <input
                {...aria}
                ref={(element) => {
                  ref(element);
                  picker.current = element;
                }}
                type="file"
                accept={TYPES}
                className="block min-h-11 w-full max-w-full text-sm file:mr-3 file:min-h-11 file:border file:border-control file:bg-ground file:px-3.5 file:font-medium file:text-ink"
                onChange={(event) => choose(event.target.files?.[0] ?? null)}
              />
            )}
          />
        )}
      </Field>
      {photo && (
        <p className="text-sm">
          <span className="font-semibold">{photo.name}</span>, {(photo.size / 1024 / 1024).toFixed(1)} MB
        </p>
      )}
      <TextField
        {...field("alt")}
        label="What it shows"
        required
        hint="Read aloud to people who cannot see it. Example: the live room with the piano by the window."
        maxLength={250}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button density="dense" type="submit" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Adding..." : "Add Photo"}
        </Button>
        {sending.isPending && (
          <label className="flex items-center gap-3 text-sm">
            <progress value={sent} max={1} className="h-2 w-40" />
            {sent < 1 ? `${Math.round(sent * 100)}% sent` : "Sent, being processed"}
          </label>
        )}
      </div>
    </form>
  );
}
