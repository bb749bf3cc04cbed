/** The first step of setting up a second factor: the password, after which the secret is shown. */
import {
  SecondFactorBeginning,
  type SecondFactorEnrolment,
} from "../../../../bff/contract/staff/second-factor.ts";
import { toastRefusal } from "../../form/told.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { beginEnrolment } from "./calls.ts";

export function BeginEnrolment({ onBegun }: { onBegun(enrolment: SecondFactorEnrolment): void }) {
  const { field, sending, isComplaint, frame } = useSentForm({
    schema: SecondFactorBeginning,
    defaults: { currentPassword: "" },
    send: beginEnrolment,
    onSuccess: onBegun,
    onError: (error) =>
      isComplaint(error) ||
      toastRefusal("Not Set Up", "The setup could not be started. Please try again.")(error),
  });
  return (
    <form {...frame} aria-label="Set up a second factor" className="grid max-w-md gap-4">
      <PasswordField
        {...field("currentPassword")}
        label="Your password"
        density="dense"
        purpose="current-password"
      />
      <div>
        <Button type="submit" density="dense" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Preparing..." : "Set Up"}
        </Button>
      </div>
    </form>
  );
}
