/** The client of the hub's API: openapi-fetch with the hub's token. The types in schema.d.ts come from the OpenAPI document. */
import createFetchClient from "openapi-fetch";

export function createClient({ token, ...options }) {
  const headers = { ...options.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  return createFetchClient({ ...options, headers });
}
