/** Owns the read of how the house is reached: what this site was built with holds until the server says otherwise. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { House } from "../../../bff/contract/house-record.ts";
import { theHouse } from "../format/the-house.ts";
import { request } from "./request.ts";

/** `GET /api/house`: an operator changes it with a restart. */
const houseQuery = queryOptions({
  queryKey: ["house"],
  queryFn: ({ signal }) => request<House>("GET", "/api/house", undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The venue's mailbox. `enabled`: whether what shows it has come near; the server is asked once. */
export const useHouseEmail = (enabled = true): string =>
  useQuery({ ...houseQuery, enabled }).data?.email ?? theHouse().email;
