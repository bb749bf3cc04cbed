/** The types of the client: every call, its parameters, its answers and its errors. */
import type { Client, ClientOptions } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, paths };

/** The body of every refusal: decide by `code`, show `message`. */
export type Problem = components["schemas"]["Problem"];

export interface HubClientOptions extends ClientOptions {
  /** Where the hub is, without a slash at the end: `https://hub.example`. */
  baseUrl: string;
  /** A program's token, `hub_…`; without one only the calls that are open to all. */
  token?: string | undefined;
}

export function createClient(options: HubClientOptions): Client<paths>;
