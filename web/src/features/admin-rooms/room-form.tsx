/** The form of one room: what is typed, what is sent, what a colleague has changed in the meantime, and a question before typed text is lost. */
import { useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type FieldErrors, useWatch } from "react-hook-form";
import type { Room } from "../../../../bff/contract/room.ts";
import {
  NewRoomSettings,
  type RoomSettings,
  RoomSettingsChange,
} from "../../../../bff/contract/venue/room-settings.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { useRefresh } from "../../form/after-change.ts";
import { contractErrors } from "../../form/contract-check.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { addRoom, changeRoom, ROOM_SETTINGS_KEY, roomSettingsQuery } from "./calls.ts";
import { RoomControls } from "./room-controls.tsx";
import { changesIn, draftOf, NEW_ROOM, previewOf, type RoomDraft, sentDraft } from "./room-draft.ts";

interface RoomFormProps {
  /** The settings as last read; null for a room that is being added. */
  settings: RoomSettings | null;
  /** The room as visitors see it now. */
  shown: Room | undefined;
  /** Called when the form is left, with the id if a room was added. */
  onClose(added?: number): void;
  /** Draws the room as visitors would see it. */
  preview(room: Room): ReactNode;
  /** Shown below the form: parts that are saved separately. */
  children?: ReactNode;
}

function errorsOf(draft: RoomDraft, isNew: boolean): FieldErrors<RoomDraft> {
  const schema = isNew ? NewRoomSettings : RoomSettingsChange;
  return contractErrors(schema.safeParse(sentDraft(draft, isNew)).error?.issues ?? []);
}

export function RoomForm({ settings, shown, onClose, preview, children }: RoomFormProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const refresh = useRefresh();
  const isNew = settings === null;
  // The settings when typing began: any later change of them is a colleague's.
  const [base, setBase] = useState(settings);
  const leaving = useRef(false);
  const room = useSentForm<RoomDraft, RoomSettings>({
    schema: (values) => {
      const errors = errorsOf(values, isNew);
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
    defaults: draftOf(settings ?? NEW_ROOM),
    // The contract's schema has just checked it; the server checks it again.
    send: (draft) =>
      base === null
        ? addRoom(sentDraft(draft, true) as Parameters<typeof addRoom>[0])
        : changeRoom(base.id, { ...changesIn(draft, draftOf(base)), version: base.version }),
    onSuccess(saved) {
      refresh(ROOM_SETTINGS_KEY, ROOMS_KEY);
      toast({
        title: isNew ? "Room Added" : "Room Saved",
        description: isNew
          ? `${saved.name} now has a page and a poster.`
          : `The changes to ${saved.name} are saved.`,
      });
      if (isNew) {
        leaving.current = true;
        onClose(saved.id);
        return;
      }
      form.reset(draftOf(saved));
      setBase(saved);
    },
    onError: (error) => movedOn(error) && refresh(ROOM_SETTINGS_KEY),
    refusal: (error) => refusalMessage(error, "The room could not be saved."),
  });
  const { form, wrong, sending, refused, frame } = room;
  const typed = { ...draftOf(base ?? NEW_ROOM), ...useWatch({ control: form.control }) };
  const isDirty = Object.keys(changesIn(typed, draftOf(base ?? NEW_ROOM))).length > 0;

  // If nothing is typed, the newest settings are shown. If only the version changed, this page saved a photo; the fields are the same.
  useEffect(() => {
    if (settings === null || base === null || settings.version === base.version) return;
    const sameFields = JSON.stringify(draftOf(settings)) === JSON.stringify(draftOf(base));
    if (!isDirty) form.reset(draftOf(settings));
    if (!isDirty || sameFields) setBase(settings);
  }, [settings, base, isDirty, form]);

  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !leaving.current,
    enableBeforeUnload: () => isDirty && !leaving.current,
    withResolver: true,
  });

  /** Keeps the typed fields and takes the colleague's changes for all others. */
  const takeOver = async () => {
    if (base === null) return;
    // The settings on this page may be older than the colleague's change.
    const fresh = (await client.fetchQuery(roomSettingsQuery)).find(({ id }) => id === base.id);
    if (!fresh) return;
    const mine = changesIn(typed, draftOf(base));
    const merged = {
      ...draftOf(fresh),
      ...Object.fromEntries(Object.keys(mine).map((name) => [name, Reflect.get(typed, name)])),
    };
    form.reset(merged, { keepDefaultValues: true });
    setBase(fresh);
    sending.reset();
  };

  const draftRoom = previewOf(typed, { settings, shown, timeZone: useZone() });
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid content-start gap-10">
        <form {...frame} aria-labelledby={titleId} className="grid gap-5">
          <h2 ref={heading} tabIndex={-1} id={titleId} className="text-lg font-semibold">
            {isNew ? "New room" : `Edit ${settings.name}`}
          </h2>
          {form.formState.isSubmitted && <ErrorSummary errors={wrong} />}
          <RoomControls room={room} isNew={isNew} />
          {refused && (
            <div
              role="alert"
              className="grid justify-items-start gap-3 border-l-4 border-danger bg-sheet p-4"
            >
              <p className="font-semibold text-danger">{refused}</p>
              {movedOn(sending.error) && (
                <Button density="dense" onClick={() => void takeOver()}>
                  Load their changes, keep mine
                </Button>
              )}
            </div>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button density="dense" type="submit" variant="solid" busy={sending.isPending} inert={!isDirty}>
              {sending.isPending ? "Saving..." : isNew ? "Add Room" : "Save Room"}
            </Button>
            <Button density="dense" inert={sending.isPending} onClick={() => onClose()}>
              {isNew ? "Cancel" : "Close"}
            </Button>
            <p role="status" className="text-sm text-muted">
              {isDirty ? "Not saved yet" : ""}
            </p>
          </div>
        </form>
        {children}
      </div>
      <section aria-label="Preview" className="min-w-0">
        <h3 className="mb-3 font-semibold">How visitors will see it</h3>
        {/* For viewing only: inert, so that nothing in it can be pressed and screen readers do not read the room twice. */}
        <div inert className="@container grid gap-8 border-2 border-dashed border-control p-4">
          {preview(draftRoom)}
        </div>
      </section>
      <ConfirmDialog
        question={
          blocker.status === "blocked"
            ? {
                title: "Leave without saving?",
                text: `Your changes to ${isNew ? "the new room" : settings.name} are not saved yet.`,
                confirm: "Leave",
                danger: true,
              }
            : null
        }
        busy={false}
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
        focusAfterCancel={() => heading.current}
      />
    </div>
  );
}

const movedOn = (error: unknown): boolean =>
  error instanceof RequestError && error.problem?.code === "RoomMovedOn";
