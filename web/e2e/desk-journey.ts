/** Steps that the desk's journeys share: a booking that staff make by the API, and its Desk tab on the page. */

import { type APIRequestContext, expect, type Locator, type Page } from "./product.ts";

/** Calls as the admin of the journeys' product. */
export async function staffApi(request: APIRequestContext) {
  const login = await request.post("/api/auth/login", {
    data: { username: "admin", password: "journeys-only" },
  });
  const { token } = await login.json();
  const headers = { authorization: `Bearer ${token}` };
  return {
    async send(method: "POST" | "PATCH", path: string, data: unknown) {
      const answer = await request.fetch(path, { method, data, headers });
      expect(answer.ok(), await answer.text()).toBe(true);
      return answer.json();
    },
    /** Makes a confirmed booking that is paid at the desk. Hours are venue-local. */
    async book(slug: string, visit: { day: string; from: number; to: number; email: string }) {
      const room = await (await request.get(`/api/rooms/${slug}`)).json();
      const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
      return this.send("POST", "/api/staff/bookings", {
        roomId: room.id,
        firstName: "Ella",
        lastName: "Baker",
        email: visit.email,
        phone: "212 555 0101",
        startDate: visit.day,
        startTime: clock(visit.from),
        endTime: clock(visit.to),
        eventType: "Meeting",
        payment: "desk",
      }) as Promise<{ id: number; totalAmount: string }>;
    },
  };
}

/** Opens a booking's details at its Desk tab. */
export async function openDesk(page: Page, id: number): Promise<Locator> {
  await page.goto(`/admin?booking=${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Desk" }).click();
  await expect(dialog.getByRole("heading", { name: "Visit", exact: true })).toBeVisible();
  return dialog;
}
