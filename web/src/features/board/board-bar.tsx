/** Chooses which day or week the board shows, and of which room, and prints it. */
import clsx from "clsx";
import type { Room } from "../../../../bff/contract/room.ts";
import { addDays, isVenueDay, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { Button } from "../../ui/button.tsx";
import { SelectInput, TextInput } from "../../ui/field.tsx";

interface BoardBarProps {
  /** The day in the URL. */
  day: VenueDay;
  today: VenueDay;
  view: "day" | "week";
  rooms: readonly Room[];
  /** The room of the week view, and the room that a phone shows. */
  roomId: number;
  onDay(day: VenueDay): void;
  onRoom(roomId: number): void;
  onView(view: "day" | "week"): void;
  /** Asks for a new booking without hours that were chosen before. */
  onBook(): void;
}

export function BoardBar({ day, today, view, rooms, roomId, onDay, onRoom, onView, onBook }: BoardBarProps) {
  const step = view === "day" ? 1 : 7;
  return (
    <div className="print-none flex flex-1 flex-wrap items-end gap-x-3 gap-y-2">
      <fieldset className="flex items-end">
        <legend className="sr-only">Which {view}</legend>
        <Step name={`Previous ${view}`} onStep={() => onDay(addDays(day, -step))} />
        <Button
          density="dense"
          className="-mx-px sm:min-h-10"
          aria-current={day === today ? "date" : undefined}
          onClick={() => onDay(today)}
        >
          Today
        </Button>
        <Step ahead name={`Next ${view}`} onStep={() => onDay(addDays(day, step))} />
      </fieldset>
      <div className="w-40">
        <TextInput
          aria-label="Day"
          type="date"
          density="dense"
          value={day}
          onChange={({ target }) => isVenueDay(target.value) && onDay(target.value)}
        />
      </div>
      <div className={clsx("w-40 sm:w-48", view === "day" && "sm:hidden")}>
        <SelectInput
          aria-label="Room"
          density="dense"
          value={roomId}
          onChange={({ target }) => onRoom(Number(target.value))}
          options={rooms.map(({ id, name }) => [id, name] as const)}
        />
      </div>
      <fieldset className="flex">
        <legend className="sr-only">What the board shows</legend>
        {(["day", "week"] as const).map((one) => (
          <Button
            key={one}
            density="dense"
            aria-pressed={view === one}
            className={clsx(
              "aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground sm:min-h-10",
              one === "week" && "-ml-px",
            )}
            onClick={() => onView(one)}
          >
            {one === "day" ? "Day" : "Room's Week"}
          </Button>
        ))}
      </fieldset>
      <Button density="dense" variant="solid" className="sm:ml-auto sm:min-h-10" onClick={onBook}>
        Book
      </Button>
      <Button density="dense" className="max-sm:hidden sm:min-h-10" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}

function Step({ name, ahead = false, onStep }: { name: string; ahead?: boolean; onStep(): void }) {
  return (
    <Button density="dense" aria-label={name} className="px-3 sm:min-h-10" onClick={onStep}>
      <svg aria-hidden="true" viewBox="0 0 8 12" className={clsx("w-2 fill-current", ahead && "rotate-180")}>
        <path d="M8 0v12L0 6z" />
      </svg>
    </Button>
  );
}
