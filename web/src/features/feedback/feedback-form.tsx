/** The feedback form for one visit: five ratings, text, and whether to stay anonymous. */

import { useEffect, useId, useRef } from "react";
import { Controller } from "react-hook-form";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { FeedbackSubmission, VISIT_PURPOSES } from "../../../../bff/contract/customer/feedback.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { nameInText } from "../../../../core/venue/look/venue-words.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { useVenue } from "../../format/venue.ts";
import type { StoredUser } from "../../session/customer-session.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary, RefusalNotice } from "../../ui/error-summary.tsx";
import { AreaField, Checkbox, SelectField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { leaveFeedback } from "./calls.ts";
import { StarRating } from "./star-rating.tsx";
import { formatVisit } from "./visits.ts";

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

interface FeedbackFormProps {
  visit: OwnBooking;
  user: StoredUser;
  onSent(): void;
  onBack(): void;
}

export function FeedbackForm({ visit, user, onSent, onBack }: FeedbackFormProps) {
  const venue = useVenue();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const { form, field, tie, wrong, sending, refused, frame } = useSentForm({
    schema: FeedbackSubmission,
    // In the page's order.
    defaults: {
      bookingId: visit.id,
      roomId: visit.roomId,
      customerEmail: user.email,
      customerName: personName(user) || user.email,
      rating: 5,
      facilityRating: 5,
      serviceRating: 5,
      valueRating: 5,
      experienceRating: 5,
      visitPurpose: "",
      comments: "",
      favoriteFeatures: "",
      improvements: "",
      recommendations: "",
      wouldRecommend: true,
      anonymous: false,
      mayPublish: false,
    },
    send: leaveFeedback,
    onSuccess({ message }) {
      toast({ title: "Thank You!", description: message });
      onSent();
    },
    failed: "Submission Failed",
    refusal: "There was an error submitting your feedback. Please try again.",
  });

  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} ref={heading} tabIndex={-1} className="poster-type scroll-mt-24 text-4xl sm:text-5xl">
        How was {visit.roomName}?
      </h2>
      <p className="figures mt-2 text-muted">{formatVisit(visit)}</p>
      <form
        {...frame}
        aria-labelledby={titleId}
        className="mt-6 grid gap-6 border-2 border-ink bg-sheet p-5 sm:p-8"
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
                  name={tie(name).id}
                  value={rating.value ?? 5}
                  onChange={rating.onChange}
                  error={tie(name).error}
                />
              )}
            />
          ))}
        </div>
        <SelectField {...field("visitPurpose")} label="Visit purpose" options={VISIT_PURPOSES}>
          <option value="">Choose a purpose</option>
        </SelectField>
        {WORDS.map(({ name, label }) => (
          <AreaField {...field(name)} key={name} label={label} rows={3} />
        ))}
        <div>
          <Checkbox {...field("wouldRecommend")} label={`I would recommend ${nameInText(venue)} to others`} />
          <Checkbox
            {...field("anonymous")}
            label="Submit anonymously"
            hint="We do not see your name, email or booking. You still earn points."
          />
          <Checkbox
            {...field("mayPublish")}
            label="Show my review on the room's page"
            hint="Visitors see your first name (not if you stay anonymous), your purpose, the overall rating, your comments and what you liked most. You can end this in your account."
          />
        </div>
        {refused && <RefusalNotice>{refused}</RefusalNotice>}
        <div className="flex flex-wrap gap-4 pr-1 pb-1">
          <Button type="submit" size="lg" busy={sending.isPending}>
            {sending.isPending ? "Sending…" : "Submit Feedback"}
          </Button>
          <Button variant="outline" size="lg" onClick={onBack}>
            Back to bookings
          </Button>
        </div>
      </form>
    </section>
  );
}
