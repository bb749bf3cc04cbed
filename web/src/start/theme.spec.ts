/** Checks that the theme has the colors against which a venue's own are checked (decision 242). */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { DARK_GROUND, FIRST_COLORS, INK, LIGHT_GROUND, shadesOf } from "../../../core/venue/look/colors.ts";

it("grounds, ink and the first venue's colors are those of the theme", async () => {
  const theme = await readFile(new URL("./theme.css", import.meta.url), "utf8");
  const tokenOf = (name: string): string | undefined => new RegExp(`${name}: ([^;]+);`).exec(theme)?.[1];
  expect(tokenOf("--color-ground")).toBe(`light-dark(${LIGHT_GROUND}, ${DARK_GROUND})`);
  expect(tokenOf("--color-press")).toBe(INK);
  expect(tokenOf("--color-poster")).toBe(FIRST_COLORS.poster);
  expect(tokenOf("--color-action")).toMatch(new RegExp(`^light-dark\\(${FIRST_COLORS.action}, `));
  expect(tokenOf("--color-on-action")).toBe(shadesOf(FIRST_COLORS)["--color-on-action"]);
});
