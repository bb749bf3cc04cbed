/** The feedback form for one visit: five ratings, words, and whether to stay anonymous. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { Controller, useForm } from "react-hook-form";
import type { z } from "zod";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { FeedbackSubmission, VISIT_PURPOSES } from "../../../../bff/contract/customer/feedback.ts";
import { personName } from "../../../../core/person-name.ts";
import { serverWords, useFieldErrors } from "../../api/refusal.ts";
import type { StoredUser } from "../../session/customer-session.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Checkbox, Field, SelectInput, TextArea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { leaveFeedback } from "./calls.ts";
import { StarRating } from "./star-rating.tsx";
import { visitedWords } from "./visits.ts";

type Draft = z.input<typeof FeedbackSubmission>;

const RATINGS = [
  { name: "rating", label: "Overall rating" },
  { name: "facilityRating", label: "Facility quality" },
  { name: "serviceRating", label: "Staff service" },
  { name: "valueRating", label: "Value for money" },
  { name: "experienceRating", label: "Overall experience" },
] as const;

const WORDS = [
  { name: "comments", label: "Comments" },
  { name: "favoriteFeatures", label: "What did you like most?" },
  { name: "improvements", label: "Suggestions for improvement" },
  { name: "recommendations", label: "What would you tell others about us?" },
] as const;

const FIELDS = [
  ...RATINGS.map(({ name }) => name),
  "visitPurpose",
  ...WORDS.map(({ name }) => name),
  "wouldRecommend",
  "anonymous",
] as const;

interface FeedbackFormProps {
  visit: OwnBooking;
  user: StoredUser;
  onSent(): void;
  onBack(): void;
}

export function FeedbackForm({ visit, user, onSent, onBack }: FeedbackFormProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const form = useForm<Draft, unknown, z.output<typeof FeedbackSubmission>>({
    resolver: zodResolver(FeedbackSubmission),
    defaultValues: {
      bookingId: visit.id,
      roomId: visit.roomId,
      customerEmail: user.email,
      customerName: personName(user) || user.email,
      rating: 5,
      experienceRating: 5,
      facilityRating: 5,
      serviceRating: 5,
      valueRating: 5,
      comments: "",
      recommendations: "",
      improvements: "",
      favoriteFeatures: "",
      wouldRecommend: true,
      anonymous: false,
      visitPurpose: "",
    },
  });
  const { idOf, field, wrong, showComplaints } = useFieldErrors(form, FIELDS);

  const send = useMutation({
    mutationFn: leaveFeedback,
    onSuccess: ({ message }) => {
      toast({ title: "Thank You!", description: message });
      onSent();
    },
    onError: (error) => {
      toast({ title: "Submission Failed", description: refusal(error), variant: "danger" });
      showComplaints(error);
    },
  });

  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} ref={heading} tabIndex={-1} className="poster-type scroll-mt-24 text-4xl sm:text-5xl">
        How was {visit.roomName}?
      </h2>
      <p className="figures mt-2 text-muted">{visitedWords(visit)}</p>
      <form
        noValidate
        aria-labelledby={titleId}
        className="mt-6 grid gap-6 border-2 border-ink bg-sheet p-5 sm:p-8"
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) void form.handleSubmit((feedback) => send.mutate(feedback))(event);
        }}
      >
        <ErrorSummary errors={wrong} />
        <div className="border-b border-rule">
          {RATINGS.map(({ name, label }) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field: rating }) => (
                <StarRating
                  label={label}
                  name={idOf(name)}
                  value={rating.value ?? 5}
                  onChange={rating.onChange}
                  error={field(name).error}
                />
              )}
            />
          ))}
        </div>
        <Field label="Visit purpose" {...field("visitPurpose")}>
          {(aria) => (
            <SelectInput {...aria} {...form.register("visitPurpose")}>
              <option value="">Choose a purpose</option>
              {VISIT_PURPOSES.map((purpose) => (
                <option key={purpose}>{purpose}</option>
              ))}
            </SelectInput>
          )}
        </Field>
        {WORDS.map(({ name, label }) => (
          <Field key={name} label={label} {...field(name)}>
            {(aria) => <TextArea {...aria} rows={3} {...form.register(name)} />}
          </Field>
        ))}
        <div>
          <Checkbox
            {...field("wouldRecommend")}
            label="I would recommend the Hub to others"
            {...form.register("wouldRecommend")}
          />
          <Checkbox
            {...field("anonymous")}
            label="Submit anonymously"
            hint="We then read it without your name, your email and your booking. Points are yours all the same."
            {...form.register("anonymous")}
          />
        </div>
        {send.isError && (
          <p role="alert" className="border-l-4 border-danger py-1 pl-3 font-semibold text-danger">
            {refusal(send.error)}
          </p>
        )}
        <div className="flex flex-wrap gap-4 pr-1 pb-1">
          <Button type="submit" size="lg" busy={send.isPending}>
            {send.isPending ? "Sending…" : "Submit Feedback"}
          </Button>
          <Button variant="outline" size="lg" onClick={onBack}>
            Back to bookings
          </Button>
        </div>
      </form>
    </section>
  );
}

const refusal = (error: unknown): string =>
  serverWords(error, "There was an error submitting your feedback. Please try again.");
