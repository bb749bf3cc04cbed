/** Answers with a calendar file to download. */
import type { CalendarFile } from "../../../core/adapters/mail/mail.ts";

export const calendarFileAnswer = ({ content, fileName }: CalendarFile): Response =>
  new Response(content, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
