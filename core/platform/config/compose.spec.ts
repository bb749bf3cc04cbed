/** Checks that a compromised process of the example deployment can do nothing that it does not need, and that no password is public. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readDatabaseAddress } from "./database-address.ts";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "../../..", name), "utf8");
const FILES = ["docker-compose.yml", "docker-compose.ha.yml"];

/** Top-level blocks and services by name, with their text. */
const blocks = (text: string, opening: RegExp): Map<string, string> => {
  const found = new Map<string, string>();
  let name: string | null = null;
  for (const line of text.split("\n")) {
    const [, opened] = opening.exec(line) ?? [];
    if (opened !== undefined) name = opened;
    else if (/^\S/.test(line)) name = null;
    if (name !== null) found.set(name, `${found.get(name) ?? ""}${line}\n`);
  }
  return found;
};

const deploymentIn = (file: string) => {
  const text = read(file);
  const anchors = blocks(text, /^x-([a-z]+): &/);
  /** A service with everything that it includes from anchors. */
  const withAnchors = (service: string): string =>
    [...service.matchAll(/(?:<<: |: )\*([a-z]+)$/gm)].reduce(
      (all, [, anchor = ""]) => `${all}${withAnchors((anchors.get(anchor) ?? "").replace(/&[a-z]+/, ""))}`,
      service,
    );
  const services = text.slice(text.indexOf("\nservices:"), text.indexOf("\nconfigs:"));
  const written = [...blocks(services, /^ {2}([a-z0-9-]+):/)];
  return { text, services: new Map(written.map(([name, service]) => [name, withAnchors(service)])) };
};

const serviceNames = FILES.flatMap((file) =>
  [...deploymentIn(file).services.keys()].map((name) => [file, name] as const),
);

it.each(serviceNames)("%s: %s has no more rights than it needs", (file, name) => {
  const service = deploymentIn(file).services.get(name) ?? "";
  expect(service).toContain("cap_drop: [ALL]");
  expect(service).toContain("read_only: true");
  expect(service).toContain("security_opt: [no-new-privileges:true]");
  // Compose writes the content of an inline config into the container, which a read-only one refuses.
  expect(service).not.toContain("content:");
});

it.each(FILES)("every image of %s that is not built here is named by its digest", (file) => {
  const { text } = deploymentIn(file);
  const built = [
    "Dockerfile",
    ...[...text.matchAll(/dockerfile: (\S+)$/gm)].map(([, name]) => `docs/deployment/${name}`),
  ];
  const named = [
    ...text.matchAll(/^ +image: (\S+)$/gm),
    ...built.flatMap((name) => [...read(name).matchAll(/^FROM (\S+)/gm)]),
  ];
  const foreign = named.map(([, image = ""]) => image).filter((image) => !/^hub(?:-db)?$/.test(image));
  expect(foreign.length).toBeGreaterThan(3);
  for (const image of foreign) expect(image).toMatch(/^[a-z./]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

it.each(FILES)("no password or secret of %s has a default", (file) => {
  const given = [...deploymentIn(file).text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET)):([^}]*)\}/g)];
  const wanted = given.filter(([, name = ""]) =>
    /^(?:POSTGRES|RUNTIME|OWNER|REPLICATION|PATRONI)_PASSWORD$|^SESSION_SECRET$/.test(name),
  );
  expect(wanted.length).toBeGreaterThan(4);
  for (const [whole] of given)
    expect(whole).toMatch(wanted.some(([one]) => one === whole) ? /:\?\w/ : /:-\}$/);
});

it("the files give the processes the same environment, except for the database", () => {
  const environments = FILES.map((file) =>
    [...(blocks(read(file), /^x-([a-z]+): &/).get("environment") ?? "").matchAll(/^ {2}([A-Z_]+): (.*)$/gm)]
      .filter(([, name]) => name !== "DATABASE_URL")
      .map(([, name, value]) => `${name} ${value}`),
  );
  expect(environments[0]?.length).toBeGreaterThan(20);
  expect(environments[1]).toEqual(environments[0]);
});

it("the deployment with several database servers names all of them, and its commits wait for a standby", () => {
  const { text, services } = deploymentIn("docker-compose.ha.yml");
  const servers = [...services.keys()].filter((name) => name.startsWith("db-"));
  expect(servers).toHaveLength(3);
  const addresses = [...text.matchAll(/^ +DATABASE_(?:OWNER_)?URL: (.*)$/gm)].map(([, address = ""]) =>
    readDatabaseAddress(address.replace(/\$\{[^}]*\}/, "secret")),
  );
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    expect(address.servers).toEqual(servers.map((host) => ({ host, port: 5432 })));
    expect(address.findsPrimary).toBe(true);
  }
  const patroni = read("docs/deployment/patroni.yml");
  for (const line of [
    "synchronous_mode: true",
    "synchronous_mode_strict: true",
    'synchronous_commit: "on"',
    "use_pg_rewind: true",
  ])
    expect(patroni).toContain(line);
  // A call to etcd must end before the key of a primary expires (Patroni's own rule).
  const [ttl = 0, wait = 0, retry = 0] = ["ttl", "loop_wait", "retry_timeout"].map((name) =>
    Number(new RegExp(`^ +${name}: (\\d+)$`, "m").exec(patroni)?.[1]),
  );
  expect(ttl).toBeGreaterThanOrEqual(20);
  expect(wait + 2 * retry).toBeLessThanOrEqual(ttl);
});
