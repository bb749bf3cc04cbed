/** Journey of a programmer who reads the API's page: from its contents to a call, its example and its errors. */
import { expectAccessible, expectNoSidewaysScroll } from "../journey.ts";
import { expect, test } from "../product.ts";

test("a programmer finds a call, its example and its errors, on a phone and on a desktop", async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/api/docs");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByText("Contents", { exact: true }).click();
  await contents.getByRole("link", { name: "What happened to bookings, in the order of the log" }).click();
  const call = page.getByRole("region", { name: "GET /api/events" });
  await expect(call).toBeInViewport();
  await call.getByText("Example", { exact: true }).click();
  await expect(call.getByText("curl", { exact: true })).toBeVisible();
  await call.getByText(/^Errors/).click();
  await expect(call.getByText("This token lacks the scope of this call")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await expect(contents.getByRole("link", { name: "Versions" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
