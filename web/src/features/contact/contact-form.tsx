/** The contact form: plain fields of the browser, which take their checks and their sending from code that the first touch loads. */
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { roomsQuery } from "../../api/rooms.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary, RefusalNotice } from "../../ui/error-summary.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { ContactChecks, ContactField } from "./contact-checks.tsx";

const Checks = lazyPart(async () => (await import("./contact-checks.tsx")).default, {
  waiting: null,
  name: "The contact form",
});

export function ContactForm() {
  const id = useId();
  const rooms = useQuery(roomsQuery).data ?? [];
  const form = useRef<HTMLFormElement>(null);
  const [touched, setTouched] = useState(false);
  const [checks, setChecks] = useState<ContactChecks | null>(null);
  // "Send Message" was pressed before the checks arrived.
  const early = useRef(false);
  const ready = checks !== null;
  // What the visitor did before this code ran; `theme.js` has noted a press.
  useEffect(() => {
    const drawn = form.current;
    early.current = drawn?.hasAttribute("data-sent-early") ?? false;
    if (early.current || drawn?.contains(document.activeElement)) setTouched(true);
  }, []);
  useEffect(() => {
    if (!ready || !early.current) return;
    early.current = false;
    form.current?.requestSubmit();
  }, [ready]);

  const touch = () => setTouched(true);
  const sendEarly = (event: FormEvent) => {
    event.preventDefault();
    early.current = true;
    touch();
  };
  const field = (name: ContactField) => checks?.field(name) ?? { name, id: `${id}-${name}` };
  const { wrong = [], noAnswer = null, sent = false, pending = false } = checks ?? {};
  return (
    <form
      ref={form}
      noValidate
      data-needs-scripts
      aria-labelledby={id}
      className="grid gap-5 border-2 border-ink bg-sheet p-5 sm:grid-cols-2 sm:p-8"
      onFocus={touch}
      onPointerDown={touch}
      onSubmit={checks?.submit ?? sendEarly}
    >
      <h3 id={id} className="poster-type text-[2rem] leading-none sm:col-span-2">
        Send a message
      </h3>
      {touched && (
        <div className="empty:hidden sm:col-span-2">
          <Checks form={form} tell={setChecks} />
        </div>
      )}
      {wrong.length > 0 && (
        <div className="sm:col-span-2">
          <ErrorSummary errors={wrong} />
        </div>
      )}
      <TextField {...field("firstName")} label="First name" required autoComplete="given-name" />
      <TextField {...field("lastName")} label="Last name" required autoComplete="family-name" />
      <TextField {...field("email")} label="Email" required type="email" autoComplete="email" />
      <TextField {...field("phone")} label="Phone" type="tel" autoComplete="tel" />
      <SelectField
        {...field("interestedRoom")}
        label="Interested room"
        className="sm:col-span-2"
        options={rooms.map(({ slug, name }) => [slug, name] as const)}
      >
        <option value="">No room in particular</option>
      </SelectField>
      <AreaField
        {...field("message")}
        label="Message"
        required
        className="sm:col-span-2"
        controlClass="h-40"
      />
      {noAnswer && <RefusalNotice className="sm:col-span-2">{noAnswer}</RefusalNotice>}
      {sent && (
        <p className="border-l-4 border-action py-1 pl-3 font-semibold sm:col-span-2">
          We have your message and answer within one working day, by mail.
        </p>
      )}
      <div className="pr-1 sm:col-span-2">
        <Button type="submit" size="lg" busy={pending}>
          {pending ? "Sending…" : "Send Message"}
        </Button>
      </div>
    </form>
  );
}
