/** Checks that a room's form has every field, sends only what was changed, and previews what is typed. */
import { describe, expect, it } from "vitest";
import {
  NewRoomSettings,
  type RoomSettings,
  RoomSettingsChange,
} from "../../../../bff/contract/venue/room-settings.ts";
import { changesIn, draftOf, NEW_ROOM, previewOf, ROOM_FIELDS, sentDraft } from "./room-draft.ts";

const STUDIO: RoomSettings = {
  ...NEW_ROOM,
  id: 1,
  slug: "recording-studio",
  version: 4,
  displayOrder: 1,
  imageUrl: "/rooms/recording-studio.svg",
  name: "Recording Studio",
  description: "A live room",
  hourlyRate: "75.00",
  halfDayRate: "270.00",
  fullDayRate: "500.00",
  features: ["Piano", "Booth"],
  overlay: "COMING SOON",
};

describe("a room that is edited", () => {
  it("has a control for every field of the contract except order, photos and version", () => {
    const named = ROOM_FIELDS.map(({ name }) => name);
    const others = ["displayOrder", "photoIds", "version"];
    expect(new Set([...named, ...others])).toEqual(new Set(Object.keys(RoomSettingsChange.shape)));
  });

  it("sends only the fields that were changed", () => {
    const base = draftOf(STUDIO);
    expect(changesIn(base, base)).toEqual({});
    const typed = {
      ...base,
      hourlyRate: "80.00",
      capacity: "12",
      features: " Piano \n\nBooth\nOrgan",
      overlay: "",
      bookable: false,
    };
    expect(changesIn(typed, base)).toEqual({
      hourlyRate: "80.00",
      capacity: 12,
      features: ["Piano", "Booth", "Organ"],
      overlay: "",
      bookable: false,
    });
  });

  it("sends an engineer's fees only if the room offers an engineer", () => {
    const base = draftOf(STUDIO);
    expect(sentDraft({ ...base, engineerHourlyRate: "60" }, false)).not.toHaveProperty("engineerHourlyRate");
    expect(changesIn({ ...base, engineerAvailable: true, engineerHourlyRate: "60" }, base)).toMatchObject({
      engineerAvailable: true,
      engineerHourlyRate: "60",
    });
  });

  it("is refused by the contract if something is missing", () => {
    const { error } = NewRoomSettings.safeParse(sentDraft({ ...draftOf(NEW_ROOM), capacity: "" }, true));
    expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(
      new Set(["name", "description", "capacity", "hourlyRate", "halfDayRate", "fullDayRate"]),
    );
  });

  it("is previewed with the typed values", () => {
    const typed = { ...draftOf(STUDIO), name: "Studio", hourlyRate: "80", overlay: "OPEN" };
    const at = { settings: STUDIO, shown: undefined, timeZone: "America/New_York" };
    expect(previewOf(typed, at)).toMatchObject({
      name: "Studio",
      hourlyRate: "80.00",
      overlay: "OPEN",
      id: 1,
    });
    expect(previewOf({ ...typed, hourlyRate: "cheap" }, { ...at, settings: null })).toMatchObject({
      hourlyRate: "0.00",
      imageUrl: "",
    });
  });
});
