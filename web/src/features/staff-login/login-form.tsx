/** Owns the staff's login form: name and password, the password shown on demand, and why it was refused (SPEC §2, §5, §8). */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { StaffLogin } from "../../../../bff/contract/staff.ts";
import { useFieldErrors } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { signInStaff } from "../../api/staff-sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";

/** The server's message, else SPEC §8's: one for an answer without words, one for no answer at all. */
function refusalText(error: unknown): string {
  if (!(error instanceof RequestError)) return "Login failed. Please check your credentials.";
  return error.problem?.message ?? "Login failed";
}

interface LoginFormProps {
  /** Why one is here, where a session was ended by the server. */
  notice: string | null;
  onSignedIn(): void;
}

export function LoginForm({ notice, onSignedIn }: LoginFormProps) {
  const [shown, setShown] = useState(false);
  const form = useForm<StaffLogin>({
    resolver: zodResolver(StaffLogin),
    defaultValues: { username: "", password: "" },
  });
  const { field } = useFieldErrors(form, ["username", "password"]);

  const signIn = useMutation({
    mutationFn: signInStaff,
    onSuccess: ({ staff }) => {
      toast({ title: "Login Successful", description: `Welcome back, ${staff.firstName}!` });
      onSignedIn();
    },
    onError: () => form.setFocus("password", { shouldSelect: true }),
  });
  const alert = signIn.isError ? refusalText(signIn.error) : null;

  return (
    <form
      noValidate
      aria-label="Staff login"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!signIn.isPending) void form.handleSubmit((login) => signIn.mutate(login))(event);
      }}
    >
      {notice && !alert && (
        <p role="status" className="border-l-4 border-action bg-ground px-4 py-3">
          {notice}
        </p>
      )}
      {alert && (
        <p role="alert" className="border-l-4 border-danger bg-ground px-4 py-3 font-semibold text-danger">
          {alert}
        </p>
      )}
      <Field label="Username" required {...field("username")}>
        {(aria) => (
          <TextInput
            {...aria}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register("username")}
          />
        )}
      </Field>
      <Field label="Password" required {...field("password")}>
        {(aria) => (
          <div className="relative">
            <TextInput
              {...aria}
              type={shown ? "text" : "password"}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              className="pr-20"
              {...form.register("password")}
            />
            <button
              type="button"
              aria-label={shown ? "Hide password" : "Show password"}
              aria-controls={aria.id}
              className="absolute inset-y-0.5 right-0.5 px-4 font-semibold text-action underline-offset-4 hover:underline"
              onClick={() => setShown(!shown)}
            >
              {shown ? "Hide" : "Show"}
            </button>
          </div>
        )}
      </Field>
      <Button type="submit" size="lg" busy={signIn.isPending} className="mr-1">
        {signIn.isPending ? "Signing In..." : "Sign In"}
      </Button>
    </form>
  );
}
