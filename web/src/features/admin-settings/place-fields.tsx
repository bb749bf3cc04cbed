/** The venue's place, which decides its public holidays: the country, and its region if it has some. */
import { useQuery } from "@tanstack/react-query";
import { Controller, useWatch } from "react-hook-form";
import { SelectField } from "../../ui/field.tsx";
import { holidayPlacesQuery } from "./calls.ts";
import { Group, type GroupProps } from "./field-group.tsx";

/** Both selects are controlled, because their options load after the form. */
export function PlaceFields({ settings: { form, tie } }: GroupProps) {
  const { data } = useQuery(holidayPlacesQuery);
  const { control } = form;
  const [country, region] = useWatch({ control, name: ["country", "region"] });
  const countries = data?.countries ?? [{ code: country, name: country, regions: [] }];
  const regions = countries.find(({ code }) => code === country)?.regions ?? [];
  return (
    <Group
      title="Public holidays"
      note="The Closures tab suggests closing on the public holidays of this place."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="country"
          render={({ field }) => (
            <SelectField
              {...field}
              {...tie("country")}
              label="Country"
              density="dense"
              options={countries.map(({ code, name }) => [code, name] as const)}
              onChange={(event) => {
                field.onChange(event);
                form.setValue("region", "", { shouldDirty: true });
              }}
            >
              {country === "" && <option value="">Choose a country…</option>}
            </SelectField>
          )}
        />
        <Controller
          control={control}
          name="region"
          render={({ field }) => (
            <SelectField
              {...field}
              {...tie("region")}
              label="Region"
              density="dense"
              options={regions.map(({ code, name }) => [code, name] as const)}
            >
              <option value="">Whole country</option>
              {region !== "" && regions.length === 0 && <option value={region}>{region}</option>}
            </SelectField>
          )}
        />
      </div>
    </Group>
  );
}
