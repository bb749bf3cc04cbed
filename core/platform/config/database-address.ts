/**
 * Reads and writes the address of a database as operators give it: `postgres://user:password@one:5432,two:5432/hub`,
 * with one server or several.
 */

const SCHEMES = ["postgres:", "postgresql:"];
const DEFAULT_PORT = 5432;
/** Scheme, login, servers, and the rest. A password may contain an `@`. */
const PARTS = /^([a-z]+:)\/\/(?:([^/?#]*)@)?([^/?#@]*)(.*)$/;
/** The values that may be required of several servers for writing: both mean the primary. */
const ATTRIBUTES = ["read-write", "primary"];
const ATTRIBUTE = "target_session_attrs";

export interface Server {
  host: string;
  port: number;
}

export interface DatabaseAddress {
  /** In the given order, at least one. */
  servers: readonly Server[];
  /** The rest of the address, with the first server as its host. Changing it changes the address. */
  url: URL;
  /** Whether the primary has to be found: there are several servers, or the address says so. */
  findsPrimary: boolean;
}

/** Throws an error for the operator, which repeats no value. */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const [, scheme = "", login, hosts = "", rest = ""] = PARTS.exec(text) ?? [];
  if (!SCHEMES.includes(scheme)) {
    throw new TypeError("must be an address like postgres://user:password@host:5432/hub");
  }
  const names = hosts.split(",");
  const urls = names.map((name) => {
    const url = `${scheme}//${login === undefined ? "" : `${login}@`}${name}${rest}`;
    if (names.length > 1 && name === "") throw new TypeError("must name a host before and after each comma");
    if (!URL.canParse(url)) {
      throw new TypeError(
        names.length > 1
          ? "must be an address like postgres://user:password@one:5432,two:5432/hub"
          : "must be an address like postgres://user:password@host:5432/hub",
      );
    }
    return new URL(url);
  });
  const servers = urls.map(serverOf);
  if (new Set(servers.map(nameOf)).size < servers.length) throw new TypeError("must name each server once");
  const [url = new URL(text)] = urls;
  const attribute = url.searchParams.get(ATTRIBUTE);
  if (servers.length > 1 && attribute !== null && !ATTRIBUTES.includes(attribute)) {
    throw new TypeError(`must have ${ATTRIBUTE}=read-write, since the product writes there`);
  }
  return {
    servers,
    url,
    findsPrimary: servers.length > 1 || (attribute !== null && ATTRIBUTES.includes(attribute)),
  };
}

/** The address as one text again: as it was given, with the changes made in its `url`. */
export function writeDatabaseAddress({ servers, url }: DatabaseAddress): string {
  if (servers.length === 1) return url.href;
  const [, scheme = "", login, , rest = ""] = PARTS.exec(url.href) ?? [];
  return `${scheme}//${login === undefined ? "" : `${login}@`}${servers.map(nameOf).join(",")}${rest}`;
}

/** The address of the same database on one of its servers, for a driver that cannot use several. */
export function addressOn({ url }: DatabaseAddress, server: Server): string {
  const one = new URL(url.href);
  one.host = nameOf(server);
  one.searchParams.delete(ATTRIBUTE);
  return one.href;
}

/** The server as an address names it. */
export const nameOf = ({ host, port }: Server): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

function serverOf({ hostname, port }: URL): Server {
  return {
    host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? DEFAULT_PORT : Number(port),
  };
}

/** The address, or the message that says what is wrong with it. */
export function tryReadDatabaseAddress(text: string): DatabaseAddress | string {
  try {
    return readDatabaseAddress(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
