/** Owns the state of the house's form: from which day it is to hold, what was edited over what holds then, what is wrong, and saving it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { HouseChange, type HouseChanged } from "../../../../bff/contract/venue/house-record.ts";
import { shortDayAndYear } from "../../../../core/venue/time-format.ts";
import type { VenueDay } from "../../../../core/venue/venue-time.ts";
import { fieldComplaints, refusalWords } from "../../api/refusal.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { knowHouse } from "../../format/the-house.ts";
import { refreshShown } from "../../live/refresh.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { changeHouse, staffHouseQuery } from "./calls.ts";
import {
  type Change,
  changeOf,
  draftOf,
  edited,
  type HouseEdits,
  settingsOn,
  withEdits,
} from "./house-draft.ts";

/** By the paths of the API, so that its complaints find their fields. */
export type Errors = ReadonlyMap<string, string>;

const NOTHING = "Nothing differs from what holds on that day already.";

export function useHouseForm(standing: HouseChanged, today: VenueDay) {
  const client = useQueryClient();
  const [from, setFrom] = useState(today);
  const [edits, setEdits] = useState<HouseEdits>({});
  const [errors, setErrors] = useState<Errors>(new Map());
  const [notice, setNotice] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const settings = settingsOn(standing, from || today);
  const draft = edited(draftOf(settings), edits);

  function show(wrong: Errors): void {
    setErrors(wrong);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  const saving = useMutation({
    mutationFn: (change: Change) => changeHouse(change),
    onSuccess: (changed, change) => {
      client.setQueryData(staffHouseQuery.queryKey, changed);
      knowHouse(changed.house);
      setEdits({});
      setFrom(today);
      const when =
        change.from === today ? "It holds from today on." : `It holds from ${dayWords(change.from)} on.`;
      toast({ title: "House Changed", description: `${when} Bookings made keep their terms.` });
      for (const key of [ROOMS_KEY, [...STAFF_KEY, "holidays"]]) void refreshShown(client, key);
    },
    onError: (error) => {
      const complaints = fieldComplaints(error);
      if (complaints.size > 0) show(complaints);
      else setNotice(refusalWords(error, "The house could not be changed. Please try again."));
    },
  });

  function submit(): void {
    if (saving.isPending) return;
    setNotice(null);
    if (from === "") {
      show(new Map([["from", "Choose a day"]]));
      return;
    }
    const change = changeOf(draft, settings, from);
    const read = HouseChange.safeParse(change);
    if (!read.success) {
      show(new Map(read.error.issues.map(({ path, message }) => [path.join("."), message])));
    } else if (Object.keys(change).length === 1) setNotice(NOTHING);
    else saving.mutate(change);
  }

  return {
    from,
    setFrom(day: VenueDay) {
      setFrom(day);
      setErrors(new Map());
    },
    draft,
    edit(next: HouseEdits) {
      setEdits(withEdits(edits, next));
      setErrors(new Map());
      setNotice(null);
    },
    dirty: Object.keys(edits).length > 0,
    undo() {
      setEdits({});
      setErrors(new Map());
      setNotice(null);
    },
    errors,
    notice,
    form,
    submit,
    busy: saving.isPending,
  };
}

const dayWords = (day: string | undefined): string => (day === undefined ? "today" : shortDayAndYear(day));
