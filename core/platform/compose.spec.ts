/** Tells what the example deployment lets a broken-in process do: nothing that it does not need, and with no password that is public. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "../..", name), "utf8");
const compose = read("docker-compose.yml");

/** Top-level blocks and services by name, as they are written. */
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

const anchors = blocks(compose, /^x-([a-z]+): &/);
const services = blocks(compose.slice(compose.indexOf("\nservices:")), /^ {2}([a-z0-9-]+):/);

/** A service with all that it takes over from anchors. */
const withAnchors = (text: string): string =>
  [...text.matchAll(/(?:<<: |: )\*([a-z]+)$/gm)].reduce(
    (all, [, anchor = ""]) => `${all}${withAnchors((anchors.get(anchor) ?? "").replace(/&[a-z]+/, ""))}`,
    text,
  );

it.each([...services.keys()].filter((name) => !/-data$|caddyfile|let-replicas/.test(name)))(
  "%s has no more rights than it needs",
  (name) => {
    const service = withAnchors(services.get(name) ?? "");
    expect(service).toContain("cap_drop: [ALL]");
    expect(service).toContain("read_only: true");
    expect(service).toContain("security_opt: [no-new-privileges:true]");
    // Compose writes the content of an inline config into the container, which a read-only one refuses.
    expect(service).not.toContain("content:");
  },
);

it("every image that is not built here is named by its digest", () => {
  const named = [...compose.matchAll(/^ +image: (\S+)$/gm), ...read("Dockerfile").matchAll(/^FROM (\S+)/gm)];
  const foreign = named.map(([, image = ""]) => image).filter((image) => image !== "hub");
  expect(foreign.length).toBeGreaterThan(3);
  for (const image of foreign) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

it("no password or secret has a default", () => {
  const given = [...compose.matchAll(/\$\{(\w*(?:PASSWORD|SECRET)):([^}]*)\}/g)];
  const wanted = given.filter(([, name = ""]) =>
    /^(?:POSTGRES|RUNTIME)_PASSWORD$|^SESSION_SECRET$/.test(name),
  );
  expect(wanted.length).toBeGreaterThan(4);
  for (const [whole] of given)
    expect(whole).toMatch(wanted.some(([one]) => one === whole) ? /:\?\w/ : /:-\}$/);
});
