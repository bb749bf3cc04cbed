/** The contact form: its fields, their errors, the sending, and the outcome. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { INTERESTED_ROOMS, InquirySubmission } from "../../../../bff/contract/visitor/inquiry.ts";
import { noAnswerWords, useFieldErrors } from "../../api/refusal.ts";
import { pixel } from "../../browser/pixel.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field, SelectInput, TextArea, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { sendInquiry } from "./calls.ts";
import { FORM_SHEET } from "./contact-form-placeholder.tsx";

type Draft = z.input<typeof InquirySubmission>;

const FIELDS = ["firstName", "lastName", "email", "phone", "interestedRoom", "message"] as const;

const EMPTY: Draft = { firstName: "", lastName: "", email: "", phone: "", interestedRoom: "", message: "" };

const ROOM_LABELS: Record<(typeof INTERESTED_ROOMS)[number], string> = {
  "recording-studio": "Recording Studio",
  auditorium: "Auditorium",
  "media-production": "Media Production",
  "black-box-theater": "Black Box Theater",
  "rehearsal-room": "Rehearsal Room",
  "conference-room": "Conference Room",
  classroom: "Classroom",
};

export default function ContactForm() {
  const titleId = useId();
  const form = useForm<Draft, unknown, z.output<typeof InquirySubmission>>({
    resolver: zodResolver(InquirySubmission),
    defaultValues: EMPTY,
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
  const { field, wrong, showComplaints } = useFieldErrors(form, FIELDS);

  const sending = useMutation({
    mutationFn: sendInquiry,
    onSuccess: () => {
      pixel.lead();
      form.reset(EMPTY);
      toast({ title: "Message Sent!", description: "Thank you. We answer within one working day." });
    },
    onError: (error) => {
      showComplaints(error);
      toast({
        title: "Message Not Sent",
        description: "Failed to send message. Please try again or call us directly.",
        variant: "danger",
      });
    },
  });

  const noAnswer = noAnswerWords(sending.error);
  return (
    <form
      noValidate
      aria-labelledby={titleId}
      className={FORM_SHEET}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) void form.handleSubmit((message) => sending.mutate(message))(event);
      }}
    >
      <h3 id={titleId} className="poster-type text-[2rem] leading-none sm:col-span-2">
        Send a message
      </h3>
      {wrong.length > 0 && (
        <div className="sm:col-span-2">
          <ErrorSummary errors={wrong} />
        </div>
      )}
      <Field label="First name" required {...field("firstName")}>
        {(aria) => <TextInput {...aria} autoComplete="given-name" {...form.register("firstName")} />}
      </Field>
      <Field label="Last name" required {...field("lastName")}>
        {(aria) => <TextInput {...aria} autoComplete="family-name" {...form.register("lastName")} />}
      </Field>
      <Field label="Email" required {...field("email")}>
        {(aria) => <TextInput {...aria} type="email" autoComplete="email" {...form.register("email")} />}
      </Field>
      <Field label="Phone" {...field("phone")}>
        {(aria) => <TextInput {...aria} type="tel" autoComplete="tel" {...form.register("phone")} />}
      </Field>
      <Field label="Interested room" {...field("interestedRoom")} className="sm:col-span-2">
        {(aria) => (
          <SelectInput {...aria} {...form.register("interestedRoom")}>
            <option value="">No room in particular</option>
            {INTERESTED_ROOMS.map((room) => (
              <option key={room} value={room}>
                {ROOM_LABELS[room]}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label="Message" required {...field("message")} className="sm:col-span-2">
        {(aria) => <TextArea {...aria} className="h-40" {...form.register("message")} />}
      </Field>
      {noAnswer && (
        <p
          role="alert"
          className="border-l-4 border-danger py-1 pl-3 font-semibold text-danger sm:col-span-2"
        >
          {noAnswer}
        </p>
      )}
      <div className="pr-1 sm:col-span-2">
        <Button type="submit" size="lg" busy={sending.isPending}>
          {sending.isPending ? "Sending…" : "Send Message"}
        </Button>
      </div>
    </form>
  );
}
