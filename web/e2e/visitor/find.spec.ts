/** Journeys through the finder: from home to a filled form, by keyboard, and with invalid requests. */
import { isClosedDay } from "../../../core/venue/time/opening-hours.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import {
  apiBooking,
  bookByKeyboard,
  expectAccessible,
  expectNoSidewaysScroll,
  newDay,
  openDayAfter,
  slot,
} from "../journey.ts";
import { expect, test } from "../product.ts";

test("a visitor gets from home to a room's filled form: rooms that fit, the nearest time, rooms that are too small", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const day = newDay();
  const taken = {
    startDate: day,
    startTime: "19:00",
    endTime: "21:00",
    hours: 2,
    email: "found@example.test",
  };
  expect((await apiBooking(request, "classroom", taken)).status()).toBe(201);

  await page.goto("/");
  const form = page.getByRole("form", { name: "Find a time" });
  await expect(form.getByLabel("Day")).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
  await form.getByLabel("Day").fill(day);
  await form.getByLabel("Length").selectOption("3 hours");
  await form.getByLabel("People").fill("12");
  await form.getByRole("button", { name: "Find a time" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Find a time" })).toBeVisible();
  await expect(page).toHaveURL(`/find?day=${day}&start=18&hours=3&people=12`);
  await expect(
    page.getByText(/rooms are free for 3 hours from 6 PM, and other rooms at another start/),
  ).toBeVisible();
  const auditorium = page.locator('[data-found="auditorium"]');
  await expect(auditorium).toContainText("6:00 PM – 9:00 PM");
  await expect(auditorium).toContainText("$450.00");
  const classroom = page.locator('[data-found="classroom"]');
  await expect(classroom).toContainText("Nearest");
  await expect(classroom).toContainText("4:00 PM – 7:00 PM");

  const small = page.getByText("Too small for 12 people (1)");
  await expect(page.getByRole("link", { name: "Recording Studio, up to 8 people" })).toBeHidden();
  await small.click();
  await expect(page.getByRole("link", { name: "Recording Studio, up to 8 people" })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await page.getByRole("link", { name: /^Book 4:00 PM, Classroom/ }).click();
  await expect(page).toHaveURL(/\/room\/classroom\?/);
  await expect(page.getByLabel("First name")).toBeVisible();
  await expect(slot(page, 16)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("$90.00").first()).toBeVisible();
  await page.goBack();
  await expect(classroom).toContainText("Nearest");
  await page.getByLabel("Length").selectOption("2 hours");
  await page.getByLabel("Maximum price").fill("100");
  await page.getByRole("button", { name: "Find a time" }).click();
  await expect(page).toHaveURL(/maxPrice=100/);
  await expect(auditorium).toHaveCount(0);
  await expect(page.getByText(/Auditorium: over \$100\.00/)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Length")).toHaveValue("3");
  await expect(auditorium).toContainText("$450.00");
});

test.describe("on a phone, with the dark theme, by keyboard alone", () => {
  test.use({
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });

  test("a visitor gets from no matching room to the nearest day, and from there to the confirmation", async ({
    page,
    request,
  }) => {
    const day = newDay();
    const taken = {
      startDate: day,
      startTime: "09:00",
      endTime: "21:00",
      hours: 12,
      email: "all@example.test",
    };
    expect((await apiBooking(request, "auditorium", taken)).status()).toBe(201);

    await page.goto(`/find?day=${day}&start=10:00&hours=2`);
    await expect(page.locator("[data-found]")).not.toHaveCount(0);
    await page.getByLabel("People").focus();
    await page.keyboard.type("150");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/people=150/);
    await expect(
      page.getByText("Nothing is free for 2 hours from 10 AM, nor at any other start."),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "The next free times" })).toBeVisible();
    await expect(page.locator("[data-found]").first()).toContainText("10:00 AM – 12:00 PM");
    await expect(page.getByText("Too small for 150 people (6)")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);

    const book = page.getByRole("link", { name: /^Book 10:00 AM, Auditorium/ }).first();
    for (let tabs = 0; tabs < 12; tabs++) {
      if (await book.evaluate((link) => link === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(book).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/room/auditorium\\?day=${openDayAfter(day)}&start=10&hours=2`));
    await expect(page.getByRole("heading", { level: 1, name: "Auditorium" })).toBeFocused();
    await expect(page.getByLabel("First name")).toBeVisible();
    await bookByKeyboard(page);
  });

  test("an invalid address shows a usual evening; a closed Sunday and a crowd get their own messages", async ({
    page,
  }) => {
    await page.goto("/find?day=soon&start=noon&hours=99&people=-1");
    await expect(page.getByLabel("Length")).toHaveValue("2");
    await expect(page.locator("[data-found]")).not.toHaveCount(0);
    let sunday = newDay();
    while (!isClosedDay(sunday)) sunday = addDays(sunday, 1);
    await page.goto(`/find?day=${sunday}`);
    await expect(page.getByText("The venue is closed on Sundays.")).toBeVisible();
    await expect(page.locator("[data-found]").first()).toBeVisible();
    await page.goto("/find?people=900");
    await expect(page.getByRole("heading", { name: "No room holds 900 people" })).toBeVisible();
  });
});

test("a poster leads to its room; cards show price, people and the day; a COMING SOON room shows no free time", async ({
  page,
}) => {
  await page.goto("/");
  const rooms = page.locator("#rooms");
  const card = rooms.getByRole("article", { name: "Auditorium" });
  await expect(card.getByText("Up to 200 people")).toBeVisible();
  await expect(card.getByText("from $150.00 an hour")).toBeVisible();
  await expect(card.getByText(/slots? free/)).toBeVisible();
  for (const name of ["Recording Studio", "Rehearsal Room"]) {
    const coming = rooms.getByRole("article", { name });
    await expect(coming.getByText(/COMING/)).toBeVisible();
    await expect(coming.getByText(/Next free|slots? free/)).toHaveCount(0);
  }
  await expect(rooms.getByRole("link", { name: "Book Now, Auditorium" })).toHaveAttribute(
    "href",
    "/room/auditorium",
  );
  // The middle of the poster, far from the room's name.
  await card.locator(".print").click({ position: { x: 40, y: 40 }, force: true });
  await expect(page).toHaveURL("/room/auditorium");
});

test("what for puts the rooms made for it first, in the room's own words, and fills in the form", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const form = page.getByRole("form", { name: "Find a time" });
  await expect(form.getByLabel("Day")).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
  await expect(form.getByRole("button", { name: "Find a time" })).toBeInViewport({ ratio: 1 });
  await form.getByLabel("Day").fill(newDay());
  await form.getByLabel("What for").selectOption("Rehearse");
  await form.getByLabel("People").fill("6");
  await form.getByRole("button", { name: "Find a time" }).click();
  const first = page.locator("[data-found]").first();
  await expect(first).toHaveAttribute("data-found", "rehearsal-room");
  await expect(first).toContainText("Suits you: Mirrored wall with curtain; PA and backline included");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await first.getByRole("link", { name: /^Book / }).click();
  await expect(page.getByLabel("Attendees")).toHaveValue("6");
  await expect(page.getByLabel("Event type")).toHaveValue("Rehearsal");
});
