/** Leads to what was: a booking by its number, or a room by its day, each as of any instant. */
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";
import { z } from "zod";
import type { Room } from "../../../../bff/contract/room.ts";
import { isVenueDay } from "../../../../core/venue/time/venue-time.ts";
import { useHubForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";

/** `today`: a venue day. */
export function AsOfForms({ rooms, today }: { rooms: readonly Room[]; today: string }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <BookingWay />
      <RoomWay rooms={rooms} today={today} />
    </div>
  );
}

const BookingNumber = z.object({
  number: z
    .string()
    .transform((typed) => typed.trim().replace(/^#|^booking-/, ""))
    .refine((number) => /^[1-9]\d{0,9}$/.test(number), "Enter the booking's number, such as 42"),
});

function BookingWay() {
  const navigate = useNavigate();
  const { form, field } = useHubForm({ schema: BookingNumber, defaults: { number: "" } });
  return (
    <Way
      title="A booking as of any instant"
      text="Its state, money and hours at that time."
      onGo={form.handleSubmit(({ number }) =>
        navigate({ to: "/audit/booking/$bookingId", params: { bookingId: number } }),
      )}
    >
      <TextField
        {...field("number")}
        density="dense"
        label="Booking number"
        inputMode="numeric"
        autoComplete="off"
      />
    </Way>
  );
}

const RoomDay = z.object({ roomId: z.string(), day: z.string() });

function RoomWay({ rooms, today }: { rooms: readonly Room[]; today: string }) {
  const navigate = useNavigate();
  const { form, field } = useHubForm({
    schema: RoomDay,
    defaults: { roomId: String(rooms[0]?.id ?? ""), day: today },
  });
  return (
    <Way
      title="A room's day as of any instant"
      text="Which of its hours were taken, and by which bookings."
      onGo={form.handleSubmit(({ roomId, day }) =>
        navigate({
          to: "/audit/room/$roomId",
          params: { roomId },
          search: { day: isVenueDay(day) ? day : today },
        }),
      )}
    >
      <div className="grid gap-3 xs:grid-cols-2">
        <SelectField
          {...field("roomId")}
          density="dense"
          label="Room"
          options={rooms.map(({ id, name }) => [id, name] as const)}
        />
        <TextField {...field("day")} density="dense" label="Day" type="date" required />
      </div>
    </Way>
  );
}

interface WayProps {
  title: string;
  text: string;
  onGo(event: FormEvent): unknown;
  children: ReactNode;
}

function Way({ title, text, onGo, children }: WayProps) {
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => void onGo(event)}
      className="grid content-start gap-4 border border-rule bg-sheet p-4 sm:p-6"
    >
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {children}
      <Button type="submit" density="dense" variant="solid" className="justify-self-start">
        View{" "}
      </Button>
    </form>
  );
}
