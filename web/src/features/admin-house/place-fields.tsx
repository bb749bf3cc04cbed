/** Owns where the house stands for its public holidays: the country, and its region where it has some. */
import { useQuery } from "@tanstack/react-query";
import { holidayPlacesQuery } from "../../api/staff-house.ts";
import { SelectField } from "../../ui/field.tsx";
import { Group, type GroupProps } from "./setting-field.tsx";

export function PlaceFields({ draft: { place }, edit, errors }: GroupProps) {
  const { data } = useQuery(holidayPlacesQuery);
  const countries = data?.countries ?? [{ code: place.country, name: place.country, regions: [] }];
  const regions = countries.find(({ code }) => code === place.country)?.regions ?? [];
  return (
    <Group title="Public holidays" note="Whose holidays the Closures tab suggests to close on.">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Country"
          density="dense"
          error={errors.get("country")}
          value={place.country}
          onChange={(event) => edit({ place: { country: event.target.value, region: "" } })}
          options={countries.map(({ code, name }) => [code, name] as const)}
        >
          {place.country === "" && <option value="">Choose a country…</option>}
        </SelectField>
        <SelectField
          label="Region"
          density="dense"
          error={errors.get("region")}
          value={place.region}
          onChange={(event) => edit({ place: { ...place, region: event.target.value } })}
          options={regions.map(({ code, name }) => [code, name] as const)}
        >
          <option value="">All of the country</option>
          {place.region !== "" && regions.length === 0 && (
            <option value={place.region}>{place.region}</option>
          )}
        </SelectField>
      </div>
    </Group>
  );
}
