/** Checks that zod heeds what is set for it before it comes. */
import { expect, it } from "vitest";

it("reaches zod, in both of its forms, before the first schema is made", async () => {
  await import("./no-made-code.ts");
  const [full, mini] = await Promise.all([import("zod"), import("zod/mini")]);
  expect([full.z.config().jitless, mini.z.config().jitless]).toEqual([true, true]);
});
