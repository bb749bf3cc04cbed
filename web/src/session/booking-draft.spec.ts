/** Checks that an unfinished booking is read as it was stored, and that an unreadable one is ignored. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readDraft, unansweredHours, updateDraft } from "./booking-draft.ts";
import { deleteAllDrafts, deleteDraft } from "./draft-storage.ts";

const FIELDS = {
  firstName: "Nina",
  lastName: "",
  email: "",
  phone: "",
  eventType: "Rehearsal",
  engineerRequired: false,
  attendees: "4",
  specialRequirements: "",
  terms: true,
};
const CHOICE = { day: "2026-12-12", startHour: 18, duration: "hourly", hourCount: 3 } as const;
const EMPTY = { fields: null, choice: null, sent: null };

/** A session storage for Node, which has none. */
function storage(): Storage {
  const kept: Record<string, string> = {};
  return Object.defineProperties(kept, {
    getItem: { value: (key: string) => kept[key] ?? null },
    setItem: { value: (key: string, text: string) => void Object.assign(kept, { [key]: text }) },
    removeItem: { value: (key: string) => void delete kept[key] },
  }) as unknown as Storage;
}

beforeEach(() => vi.stubGlobal("sessionStorage", storage()));

describe("a draft", () => {
  it("is stored for each room, part by part", () => {
    updateDraft("classroom", { choice: CHOICE });
    updateDraft("classroom", { fields: FIELDS });
    expect(readDraft("classroom")).toMatchObject({ fields: FIELDS, choice: CHOICE, sent: null });
    expect(readDraft("auditorium")).toEqual(EMPTY);
    updateDraft("auditorium", { choice: CHOICE });
    deleteDraft("classroom");
    expect(readDraft("classroom")).toEqual(EMPTY);
    deleteAllDrafts();
    expect(readDraft("auditorium")).toEqual(EMPTY);
  });

  it("is empty if the stored text has another version or is malformed", () => {
    for (const text of ["{", "{}", '{"version":2,"fields":null,"choice":null,"sent":null}', '"x"']) {
      sessionStorage.setItem("draft:classroom", text);
      expect(readDraft("classroom")).toEqual(EMPTY);
    }
  });
});

describe("unansweredHours", () => {
  const body = JSON.stringify({
    roomId: 3,
    startTime: "2026-12-12T19:00:00.000Z",
    endTime: "2026-12-12T21:00:00.000Z",
  });

  it("returns the hours of a booking that was sent and not answered", () => {
    expect(unansweredHours({ sent: { body, key: "k", answered: false } })).toEqual(JSON.parse(body));
    expect(unansweredHours({ sent: { body, key: "k", answered: true } })).toBeNull();
    expect(unansweredHours({ sent: { body: "nonsense", key: "k", answered: false } })).toBeNull();
    expect(unansweredHours({ sent: null })).toBeNull();
  });
});
