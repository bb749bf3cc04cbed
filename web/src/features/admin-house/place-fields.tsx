/** Owns where the house stands for its public holidays: the country, and its region where it has some. */
import { useQuery } from "@tanstack/react-query";
import { Field, SelectInput } from "../../ui/field.tsx";
import { holidayPlacesQuery } from "./calls.ts";
import { Group, type GroupProps } from "./setting-field.tsx";

export function PlaceFields({ draft: { place }, edit, errors }: GroupProps) {
  const { data } = useQuery(holidayPlacesQuery);
  const countries = data?.countries ?? [{ code: place.country, name: place.country, regions: [] }];
  const regions = countries.find(({ code }) => code === place.country)?.regions ?? [];
  return (
    <Group title="Public holidays" note="Whose holidays the Closures tab suggests to close on.">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Country" density="dense" error={errors.get("country")}>
          {(aria) => (
            <SelectInput
              {...aria}
              density="dense"
              value={place.country}
              onChange={(event) => edit({ place: { country: event.target.value, region: "" } })}
            >
              {place.country === "" && <option value="">Choose a country…</option>}
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        <Field label="Region" density="dense" error={errors.get("region")}>
          {(aria) => (
            <SelectInput
              {...aria}
              density="dense"
              value={place.region}
              onChange={(event) => edit({ place: { ...place, region: event.target.value } })}
            >
              <option value="">All of the country</option>
              {place.region !== "" && regions.length === 0 && (
                <option value={place.region}>{place.region}</option>
              )}
              {regions.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
      </div>
    </Group>
  );
}
