/** Checks that everything that looks like a button can be pressed anywhere on it, and does not move. */
import { expect, type Locator, type Page, test } from "../product.ts";

const INSET = 2;

/** Presses 2 px inside each edge and corner, coming from outside; answers how many of the presses were heard. */
async function heardPresses(
  page: Page,
  button: Locator,
): Promise<{ heard: number; tried: number; moved: number }> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("there is no such button");
  await button.evaluate((element) => {
    element.dataset.heard = "0";
    element.addEventListener(
      "click",
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        element.dataset.heard = String(Number(element.dataset.heard) + 1);
      },
      true,
    );
  });
  const across = [box.x + INSET, box.x + box.width / 2, box.x + box.width - INSET];
  const down = [box.y + INSET, box.y + box.height / 2, box.y + box.height - INSET];
  const points = across.flatMap((x, column) =>
    down.flatMap((y, row) => (column === 1 && row === 1 ? [] : [{ x, y }])),
  );
  let moved = 0;
  for (const { x, y } of points) {
    await page.mouse.move(box.x - 40, box.y - 40);
    await page.mouse.move(x, y, { steps: 3 });
    // An animation under the pointer starts in the next frame, and must be over.
    await button.evaluate(async (element) => {
      await new Promise(requestAnimationFrame);
      await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    });
    await page.mouse.down();
    const held = await button.boundingBox();
    if (held?.x !== box.x || held.y !== box.y) moved += 1;
    await page.mouse.up();
  }
  return { heard: Number(await button.getAttribute("data-heard")), tried: points.length, moved };
}

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test.describe(`with motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });
    test("solid buttons can be pressed 2 px from each edge", async ({ page }) => {
      await page.goto("/");
      const hero = page.getByRole("link", { name: "Book a Space" });
      await expect(hero).toBeVisible();
      expect(await heardPresses(page, hero)).toEqual({ heard: 8, tried: 8, moved: 0 });
      await page.goto("/login");
      const signIn = page.getByRole("button", { name: "Sign In" });
      expect(await heardPresses(page, signIn)).toEqual({ heard: 8, tried: 8, moved: 0 });
    });
  });
}
