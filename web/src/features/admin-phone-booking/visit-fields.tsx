/** The fields for where and when a phone booking's visit is, with free alternatives if the hours are taken. */
import type { Room } from "../../../../bff/contract/room.ts";
import { shortDay } from "../../../../core/venue/time/time-format.ts";
import { hourRanges } from "../../format/hours.ts";
import { VisitPicker } from "../../ui/booking/visit-picker.tsx";
import { Button } from "../../ui/button.tsx";
import type { useVisit } from "./use-visit.ts";

interface VisitFieldsProps {
  rooms: readonly Room[];
  visit: ReturnType<typeof useVisit>;
  /** The hours are those of every date of a series, so they may be taken on the first one. */
  repeats: boolean;
}

export function VisitFields({ rooms, visit, repeats }: VisitFieldsProps) {
  const { choice, dayHours, today, lastDay, field, choose, offers } = visit;
  return (
    <>
      <VisitPicker
        rooms={rooms}
        choice={choice}
        onChange={choose}
        hours={dayHours}
        today={today}
        lastDay={lastDay}
        field={field}
        repeats={repeats}
      />
      {!repeats && offers.length > 0 && (
        <div className="grid gap-2">
          <p id="caller-offers" className="text-sm font-medium">
            Next free times in this room
          </p>
          <ul aria-labelledby="caller-offers" className="flex flex-wrap gap-2">
            {offers.map((offer) => (
              <li key={`${offer.day} ${offer.start}`}>
                <Button density="dense" className="figures" onClick={() => choose({ ...choice, ...offer })}>
                  {offerWords(offer, choice.day)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

type Offer = ReturnType<typeof useVisit>["offers"][number];

function offerWords({ day, start, end }: Offer, of: string): string {
  const span = hourRanges(Array.from({ length: end - start }, (_, at) => start + at));
  return day === of ? span : `${shortDay(day)}, ${span}`;
}
