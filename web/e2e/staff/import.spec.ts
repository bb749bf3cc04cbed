/** Journey of an admin who imports bookings: assigns a header, checks the lines, applies, and undoes. */
import { expectAccessibleOnPhoneAndDesktop, newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf, hire, staffSession } from "../staff-journey.ts";

test("an admin imports a file of another product and undoes the import", async ({ page }) => {
  test.slow();
  const [day, email] = [newDay(), emailOf("import")];
  await staffSession(page);
  await page.goto("/admin?tab=import");
  await page.getByLabel("File").setInputFiles({
    name: "old-system.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      [
        "Space,Day,From,To,Customer,Email,Wherefore",
        `Classroom,${day},10:00,11:00,Ada Byron,${email},Maths`,
        `Classroom,${day},10:00,12:00,Grace Hopper,${emailOf("other")},Maths`,
        `Attic,${day},10:00,11:00,Ada Byron,${email},Maths`,
      ].join("\n"),
    ),
  });
  await expect(page.getByText("Say what is in Wherefore.")).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.getByLabel("Wherefore").selectOption("note");
  await expect(page.getByRole("heading", { name: "1 would be made, 2 not" })).toBeVisible();
  await expect(page.getByText("clash with line 2")).toBeVisible();
  await expect(page.getByRole("row", { name: "Grace Hopper, Classroom" })).toContainText("clash with line 2");
  await expect(page.getByText("unknown room")).toBeVisible();
  await page.getByLabel("Only problems").uncheck();
  await expect(page.getByRole("table").getByText("made", { exact: true })).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.getByRole("button", { name: "Import 1 booking" }).click();
  const imports = page.getByRole("list", { name: "Imports", exact: true });
  await expect(imports.getByText("1 of 3 bookings made, 2 not")).toBeVisible({ timeout: 20_000 });
  await imports.getByText("Lines that were not made or not undone").click();
  await expect(imports.getByText("Line 4: unknown room")).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await imports.getByRole("button", { name: /^Undo/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo Import" }).click();
  await expect(imports.getByText("All bookings are undone")).toBeVisible({ timeout: 20_000 });
});

test("a manager is told that imports are for admins", async ({ page, request }) => {
  await staffSession(page, await hire(request, "manager"));
  await page.goto("/admin?tab=import");
  await expect(page.getByText("This tab is not for your role")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

  test("customers are imported, and the toast does not cover the question whether to undo it", async ({
    page,
  }) => {
    await staffSession(page);
    await page.goto("/admin?tab=import");
    await page.getByLabel("What its lines are").selectOption("Customers");
    const lines = ["First name,Last name,Email", `Ada,Byron,${emailOf("ada")}`, "Grace,Hopper,grace"];
    await page.getByLabel("File").setInputFiles({
      ...{ name: "customers.csv", mimeType: "text/csv" },
      buffer: Buffer.from(lines.join("\n")),
    });
    await expect(page.getByRole("heading", { name: "1 would be made, 1 not" })).toBeVisible();
    await expect(page.getByText("email: is no email address")).toBeVisible();
    await page.getByRole("button", { name: "Import 1 customer" }).click();
    const imports = page.getByRole("list", { name: "Imports", exact: true });
    const made = imports.getByRole("listitem").filter({ hasText: "customers.csv" });
    await expect(made.getByText("1 of 2 customers made, 1 not")).toBeVisible({ timeout: 20_000 });
    await made.getByRole("button", { name: /^Undo/ }).click();

    const toast = page.locator("[data-toasts] li");
    await expect(toast).toContainText("goes on by itself");
    const undo = page.getByRole("alertdialog").getByRole("button", { name: "Undo Import" });
    const covered = async () => {
      const [above, button] = await Promise.all([toast.boundingBox(), undo.boundingBox()]);
      return above && button && above.y < button.y + button.height && button.y < above.y + above.height;
    };
    await expect.poll(covered).toBe(false);
    await undo.click();
    await expect(made.getByText("All customers are undone")).toBeVisible({ timeout: 20_000 });
  });
});
