/** Checks that zod uses the settings that are made before it is loaded. */
import { expect, it } from "vitest";

it("the setting applies to both forms of zod before the first schema is made", async () => {
  await import("./disable-zod-jit.ts");
  const [full, mini] = await Promise.all([import("zod"), import("zod/mini")]);
  expect([full.z.config().jitless, mini.z.config().jitless]).toEqual([true, true]);
});
