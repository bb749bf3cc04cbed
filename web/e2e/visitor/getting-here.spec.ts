/** Journeys to the venue: the map is a picture of our own, and staff draw it line by line. */
import { expectAccessible } from "../journey.ts";
import { expect, test } from "../product.ts";
import { asAdmin, openDashboard } from "../staff-journey.ts";

test("home shows the map without asking anyone else", async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(String(baseURL)) && !request.url().startsWith("data:")) {
      elsewhere.push(request.url());
    }
  });
  await page.goto("/");
  const map = page.getByRole("img", { name: /^Map of the streets around The Hub: .*Bogart Street/ });
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => map.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1000);
  expect(elsewhere).toEqual([]);
  await expectAccessible(page);
});

test("a manager draws the map, sees it at once, and visitors get it", async ({ page, request, browser }) => {
  const headers = await asAdmin(request);
  const { map: before } = await (await request.get("/api/house")).json();
  try {
    await openDashboard(page);
    await page.getByRole("tab", { name: "Venue", exact: true }).click();
    const lines = page.getByLabel("Map", { exact: true });
    await lines.fill("The Barn: 40, 20, 10 x 10\nMill Lane: 0, 35, 100 x 5\nBus stop");
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect(
      page.getByText('Map, line 3: write it like "High Street: 0, 28, 100 x 6"').first(),
    ).toBeVisible();
    await lines.fill("The Barn: 40, 20, 10 x 10\nMill Lane: 0, 35, 100 x 5\nBus stop: 70, 42, 4 x 4");
    await expect(page.getByRole("img", { name: "The map as visitors see it" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Save/ }).click();
    await expect.poll(async () => (await request.get("/map.svg")).text()).toContain("Mill Lane");
    const visitor = await browser.newPage();
    await visitor.goto("/");
    await expect(
      visitor.getByRole("img", {
        name: "Map of the streets around The Barn: Mill Lane. Also on it: Bus stop.",
      }),
    ).toBeAttached();
    await visitor.close();
  } finally {
    await request.fetch("/api/house", { method: "PATCH", headers, data: { map: before } });
  }
});
