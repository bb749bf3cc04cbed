/** Shows staff's notes, each with its author and time, and a field for a new one above them. */

import { useId, useRef, useState } from "react";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../button.tsx";
import { TextArea } from "../field.tsx";

interface ShownNote {
  id: string;
  text: string;
  /** ISO 8601, UTC. */
  at: string;
  by: string;
}

interface NotesProps {
  /** What the notes are about, such as "on this booking". */
  about: string;
  notes: readonly ShownNote[];
  busy: boolean;
  /** Returns whether the note was saved; if not, the typed text stays. */
  onAdd(text: string): Promise<boolean>;
  onRemove(note: ShownNote): void;
}

export function Notes({ about, notes, busy, onAdd, onRemove }: NotesProps) {
  const id = useId();
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="grid gap-4">
      <form
        className="grid gap-2"
        onSubmit={async (event) => {
          event.preventDefault();
          if (busy) return;
          if (text.trim() === "") field.current?.focus();
          else if (await onAdd(text.trim())) setText("");
        }}
      >
        <label htmlFor={id} className="text-sm font-medium">
          Note {about}
        </label>
        <TextArea
          ref={field}
          id={id}
          rows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" density="dense" variant="solid" busy={busy}>
            Add Note
          </Button>
          <span className="text-sm text-muted">For staff only. The customer never sees it.</span>
        </div>
      </form>
      {notes.length === 0 ? (
        <p className="text-muted">No notes yet.</p>
      ) : (
        <NoteList
          about={about}
          notes={notes}
          busy={busy}
          onRemove={(note) => {
            // The button is removed together with its note.
            field.current?.focus();
            onRemove(note);
          }}
        />
      )}
    </div>
  );
}

interface NoteListProps extends Pick<NotesProps, "about" | "notes"> {
  busy?: boolean;
  /** Notes without it are only read here. */
  onRemove?: NotesProps["onRemove"];
}

export function NoteList({ about, notes, busy = false, onRemove }: NoteListProps) {
  const zone = useZone();
  return (
    <ul aria-label={`Notes ${about}`} className="grid gap-2">
      {notes.map((note) => (
        <li
          key={note.id}
          className="grid gap-1 border border-l-4 border-rule border-l-action bg-sheet px-4 py-2.5"
        >
          <p className="break-words whitespace-pre-wrap">{note.text}</p>
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
            <span className="figures">
              {dateAndTime(new Date(note.at), zone)} · {note.by}
            </span>
            {onRemove && (
              <Button
                density="dense"
                variant="ghost"
                aria-label={`Remove the note: ${note.text.slice(0, 60)}`}
                inert={busy}
                onClick={() => onRemove(note)}
              >
                Remove
              </Button>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
