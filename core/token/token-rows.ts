/** Keeps `api_tokens` and `api_token_networks`: what a call with a token needs, changed in the append that says why. */
import { type AppendRule, appendRule } from "../log/append-request.ts";
import type { Sql } from "../platform/database/database.ts";
import type { TokenScope } from "./scopes.ts";

export interface NewTokenRow {
  name: string;
  secretHash: string;
  scopes: readonly TokenScope[];
  /** The venue's day. */
  expiresOn: string;
  /** The UTC instant at which that day ends. */
  expiresAt: Date;
  /** The account that made it. */
  madeBy: number;
  /** The network that it was made from, which is no new one when it is used. */
  network: string;
}

export const addTokenRow = (row: NewTokenRow): AppendRule => appendRule("add_token", row);

/** It keeps its name, which the log's acts are told by; its networks are deleted. */
export const endTokenRow: AppendRule = appendRule("end_token", {});

/** A token that may be used now. */
export interface TokenHolder {
  id: number;
  scopes: readonly TokenScope[];
}

/** Null if there is no such token, if its secret is another one, or if it has ended or expired at `now`. */
export async function findToken(
  sql: Sql,
  { id, secretHash }: { id: number; secretHash: string },
  now: Date,
): Promise<TokenHolder | null> {
  const [found] = await sql<TokenHolder[]>`
    select token_id as id, scopes from api_tokens
    where token_id = ${id} and secret_hash = ${secretHash} and ended_at is null and expires_at > ${now}`;
  return found ?? null;
}

/** Name of the constraint that an append violates which adds a network for the second time. */
export const NETWORK_KNOWN = "api_token_networks_once";

export const addTokenNetwork = (network: string): AppendRule => appendRule("add_token_network", { network });

/** Notes that a token is used; returns whether its maker must be told of this network, by an append that adds it (decision 294). */
export async function noteTokenUse(
  sql: Sql,
  { id, network, now }: { id: number; network: string; now: Date },
): Promise<boolean> {
  const [noted] = await sql<{ tell: boolean }[]>`select note_token_use(${id}, ${network}, ${now}) as tell`;
  return noted?.tell ?? false;
}

export interface ListedToken {
  id: number;
  name: string;
  scopes: TokenScope[];
  expiresOn: string;
  expiresAt: Date;
  madeBy: number;
  madeAt: Date;
  lastUsedAt: Date | null;
  endedAt: Date | null;
  /** The networks that it was used from, the newest first. */
  networks: string[];
}

/** Every token, the newest first, or the one with this id. */
export function listTokens(sql: Sql, id?: number): Promise<ListedToken[]> {
  return sql<ListedToken[]>`
    select t.token_id as id, t.name, t.scopes, t.expires_on::text as "expiresOn", t.expires_at as "expiresAt",
      t.made_by as "madeBy", t.made_at as "madeAt", t.last_used_at as "lastUsedAt", t.ended_at as "endedAt",
      coalesce((select array_agg(n.network order by n.first_used_at desc, n.network) from api_token_networks n
        where n.token_id = t.token_id and n.used), '{}') as networks
    from api_tokens t ${id === undefined ? sql`` : sql`where t.token_id = ${id}`}
    order by t.token_id desc`;
}

/** Names by id. */
export async function tokenNames(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }[]>`
    select token_id as id, name from api_tokens where token_id = any(${[...ids]}::bigint[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
