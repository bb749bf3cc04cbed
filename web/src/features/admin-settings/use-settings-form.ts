/** Keeps the state of the venue's form: the day from which it applies, the edits to that day's settings, the errors, and saving. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { type FieldErrors, type Resolver, set } from "react-hook-form";
import { VenueChange, type VenueWithChanges } from "../../../../bff/contract/venue/venue-record.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { setVenue } from "../../format/venue.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { changeSettings, staffSettingsQuery } from "./calls.ts";
import {
  changeOf,
  draftOf,
  edited,
  editsOf,
  type SettingsChange,
  type SettingsDraft,
  settingsOn,
} from "./settings-draft.ts";

export type SettingsFields = SettingsDraft & { from: VenueDay };

const NOTHING = "These settings already apply on that day.";

/** A list that is typed as lines has one field. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  path[0] === "map" || path[0] === "guidelines" ? path[0] : path.join(".");

export function useSettingsForm(current: VenueWithChanges, today: VenueDay) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const [unchanged, setUnchanged] = useState(false);
  const draftOn = (from: VenueDay): SettingsFields => ({
    from,
    ...draftOf(settingsOn(current, from || today)),
  });

  const resolver: Resolver<SettingsFields, unknown, SettingsChange> = ({ from, ...typed }) => {
    const change = changeOf(typed, draftOn(from), from);
    const read = VenueChange.safeParse(change);
    const errors: FieldErrors<SettingsFields> = {};
    if (from === "") errors.from = { type: "required", message: "Choose a day" };
    else
      for (const { path, message } of read.error?.issues ?? [])
        set(errors, fieldAt(path), { type: "contract", message });
    return Object.keys(errors).length === 0 ? { values: change, errors: {} } : { values: {}, errors };
  };

  const settings = useSentForm({
    schema: resolver,
    defaults: draftOn(today),
    send: async (change) => (Object.keys(change).length === 1 ? null : changeSettings(change)),
    onSuccess(changed, { from }) {
      setUnchanged(changed === null);
      if (changed === null) return;
      client.setQueryData(staffSettingsQuery.queryKey, changed);
      setVenue(changed.house);
      settings.form.reset({ from: today, ...draftOf(settingsOn(changed, today)) });
      const when =
        !from || from === today
          ? "It applies from today on."
          : `It applies from ${shortDayAndYear(from)} on.`;
      toast({ title: "Settings Saved", description: `${when} Existing bookings keep their terms.` });
      refresh(ROOMS_KEY, [...STAFF_KEY, "holidays"]);
    },
    refusal: (error) => refusalMessage(error, "The settings could not be saved. Please try again."),
  });
  const { form, sending } = settings;

  /** Keeps the edits and applies them to the settings of that day. */
  const holdFrom = (from: VenueDay) => {
    const { from: _, ...typed } = form.getValues();
    // The form began with all of its fields.
    const edits = editsOf(typed, form.formState.defaultValues as SettingsFields);
    form.reset(draftOn(from));
    form.reset({ from, ...edited(draftOn(from), edits) }, { keepDefaultValues: true });
  };
  const follow = useEffectEvent(() => holdFrom(form.getValues("from")));
  // Shows what others have changed meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each change of the settings.
  useEffect(() => follow(), [current]);

  return {
    ...settings,
    holdFrom,
    undo() {
      form.reset(draftOn(form.getValues("from")));
      sending.reset();
      setUnchanged(false);
    },
    notice: settings.refused ?? (unchanged && !form.formState.isDirty ? NOTHING : null),
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
