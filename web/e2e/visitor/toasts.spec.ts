/** Checks that a toast can be read until it has disappeared. */

import { expectAccessible, WITH_MOTION } from "../journey.ts";
import { expect, test } from "../product.ts";

test.use(WITH_MOTION);

test("the text of a disappearing toast keeps its contrast", async ({ page }) => {
  await page.goto("/user-auth");
  await page.getByLabel("Email").fill("unknown@example.test");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign In" }).click();
  const toast = page.locator(".toast-motion");
  await expect(toast).toBeVisible();
  // The animation is stopped in its last tenth.
  await page.addStyleTag({
    content:
      "[data-state=closed]{animation-delay:-900ms!important;animation-duration:1s!important;animation-play-state:paused!important}",
  });
  await toast.getByRole("button", { name: "Close" }).click();
  await expect(toast).toHaveAttribute("data-state", "closed");
  await expectAccessible(page);
});
