/** Owns the list of all sequences, and a run of them drawn from one seed. */
import { randomOf } from "../chaos/random.ts";
import { operationsOf } from "./document.ts";
import type { Finding } from "./fuzz.ts";
import { type Life, live } from "./life.ts";
import { customersBooking, guestsBooking, hold, staffsBooking } from "./lives/bookings.ts";
import { colleague, customerAccount, erasedCustomer, staffSession } from "./lives/people.ts";
import { closedHours, houseChange, photo, room } from "./lives/venue.ts";
import { bookingNote, feedback, guestNote, message } from "./lives/words.ts";
import { Cut, createStory } from "./story.ts";
import type { FuzzWorld } from "./surroundings.ts";

export const LIVES: readonly Life[] = [
  closedHours,
  room,
  photo,
  houseChange,
  customerAccount,
  colleague,
  staffSession,
  erasedCustomer,
  customersBooking,
  guestsBooking,
  hold,
  staffsBooking,
  bookingNote,
  guestNote,
  message,
  feedback,
];

export interface LivesReport {
  calls: number;
  /** How often each was gone through. */
  lived: Map<string, number>;
  findings: Finding[];
}

/** Rounds of all of them in an order of their own, until so many calls were made; one round at least. */
export async function liveAll(
  world: FuzzWorld,
  { calls, seed, onProgress }: { calls: number; seed: number; onProgress?: (calls: number) => void },
): Promise<LivesReport> {
  const findings = new Map<string, Finding>();
  const lived = new Map<string, number>();
  const random = randomOf(seed);
  const story = createStory(world, operationsOf(await world.openApi()), {
    seed,
    random,
    found(what, example) {
      const finding = findings.get(what) ?? { what, example, times: 0 };
      finding.times += 1;
      findings.set(what, finding);
    },
  });
  try {
    do {
      const left = [...LIVES];
      while (left.length > 0) {
        const [life] = left.splice(random.between(0, left.length - 1), 1);
        if (!life) break;
        await live(story, life).catch((error: unknown) => {
          if (!(error instanceof Cut)) throw error;
        });
        lived.set(life.name, (lived.get(life.name) ?? 0) + 1);
      }
      onProgress?.(story.calls());
    } while (story.calls() < calls);
  } finally {
    story.close();
  }
  return { calls: story.calls(), lived, findings: [...findings.values()] };
}
