/** Owns the word that a half or full day costs less than the hours chosen, and the press that takes it (SPEC §9). */
import clsx from "clsx";
import { dollars } from "../../../../bff/contract/money.ts";
import { hoursWords } from "../../format/counts.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";
import { Button } from "../../ui/button.tsx";
import type { CheaperLength } from "./length-choices.ts";

const NAMES: Record<CheaperLength["duration"], string> = { "half-day": "half day", "full-day": "full day" };

interface CheaperLengthHintProps {
  cheaper: CheaperLength;
  /** Hours chosen. */
  hours: number;
  onChoice(next: Partial<BookingChoice>): void;
  className?: string | undefined;
}

export function CheaperLengthHint({ cheaper, hours, onChoice, className }: CheaperLengthHintProps) {
  const name = NAMES[cheaper.duration];
  const [cost, saved] = [dollars(cheaper.totalCents), dollars(cheaper.savedCents)];
  return (
    <div className={clsx("grid justify-items-start gap-2 border-2 border-ink p-3", className)}>
      <p role="status" className="figures text-sm">
        {cheaper.hours === hours
          ? `${hoursWords(hours)} cost ${cost} as a ${name}: ${saved} less.`
          : `A ${name}, ${hoursWords(cheaper.hours)}, costs ${cost}: ${saved} less than ${hoursWords(hours)}.`}
      </p>
      <Button variant="outline" className="text-sm!" onClick={() => onChoice({ duration: cheaper.duration })}>
        Take the {name}
      </Button>
    </div>
  );
}
