/** Shows that the vault opens what it sealed, and nothing else. */
import { describe, expect, it } from "vitest";
import { createVault } from "./vault.ts";

const OLD = "the first secret of this hub: thirty-two and more";
const NEW = "the second secret of this hub: as long as the first";

describe("the vault", () => {
  it("returns what it sealed, and never seals alike", () => {
    const vault = createVault(NEW, []);
    const [one, two] = [vault.seal("Grüße 🎸", "staff-1"), vault.seal("Grüße 🎸", "staff-1")];
    expect(one).not.toBe(two);
    expect([vault.open(one, "staff-1"), vault.open(two, "staff-1")]).toEqual(["Grüße 🎸", "Grüße 🎸"]);
  });

  it("opens what an earlier secret sealed while it is given that secret", () => {
    const sealed = createVault(OLD, []).seal("kept", "staff-1");
    expect(createVault(NEW, [OLD]).open(sealed, "staff-1")).toBe("kept");
    expect(createVault(NEW, []).open(sealed, "staff-1")).toBeNull();
  });

  it("opens nothing for another owner, nothing that was altered and nothing that it did not seal", () => {
    const vault = createVault(NEW, []);
    const sealed = vault.seal("kept", "staff-1");
    expect(vault.open(sealed, "staff-2")).toBeNull();
    for (const at of [0, 14, sealed.length - 3]) {
      const altered = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
      expect(vault.open(altered, "staff-1")).toBeNull();
    }
    for (const text of ["", "short", "no base64 at all !!"]) expect(vault.open(text, "staff-1")).toBeNull();
  });
});
