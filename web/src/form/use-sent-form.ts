/** A form over a schema of the contract: its fields, the errors of the browser and of the server, and sending it one call at a time. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { fieldErrors, serverMessage } from "../api/refusal.ts";
import { toast } from "../ui/toast/toast.tsx";

/** A schema, in the form from which TypeScript reads the types of input and output. */
interface Rules<Draft, Output> {
  _zod: { input: Draft; output: Output };
}

interface FormOptions<Draft extends FieldValues, Output> {
  /** The rules for the typed values: the contract's schema, or a resolver if no schema has them. */
  schema: Rules<Draft, Output> | Resolver<Draft, unknown, Output>;
  /** The form's initial values, with the keys in the order of the page. */
  defaults: NoInfer<Draft>;
}

/** The form's fields by name, with the errors of the schema and of the server. */
export function useHubForm<Draft extends FieldValues, Output>({
  schema,
  defaults,
}: FormOptions<Draft, Output>) {
  const prefix = useId();
  const form = useForm<Draft, unknown, Output>({
    resolver: typeof schema === "function" ? schema : zodResolver(schema as z.ZodType<Output, Draft>),
    defaultValues: defaults as DefaultValues<Draft>,
  });
  type Name = Path<Draft>;
  const order = Object.keys(defaults);
  const placeOf = (name: string): number => order.indexOf(name.split(".")[0] ?? name);
  const inPageOrder = (names: Name[]) => names.sort((one, other) => placeOf(one) - placeOf(other));
  const idOf = (name: Name): string => `${prefix}-${name}`;
  const messages = messagesIn(form.formState.errors);
  /** The fields of this form that the server reports errors for. */
  const refusedBy = (error: unknown): Name[] =>
    inPageOrder(
      ([...fieldErrors(error).keys()] as Name[]).filter((name) => form.getValues(name) !== undefined),
    );
  return {
    form,
    /** Id and error of a field that is not registered because its state is kept elsewhere. */
    tie: (name: Name) => ({ id: idOf(name), error: messages.get(name) }),
    /** The props for a field of the kit: id, error, and what react-hook-form needs of the control. */
    field: (name: Name, options?: RegisterOptions<Draft, Name>) => ({
      ...form.register(name, options),
      id: idOf(name),
      error: messages.get(name),
    }),
    /** The errors for an `ErrorSummary`. */
    wrong: inPageOrder([...messages.keys()] as Name[]).map((name) => ({
      id: idOf(name),
      message: messages.get(name) ?? "",
    })),
    /** Whether the server reports an error for a field of this form. */
    isComplaint: (error: unknown) => refusedBy(error).length > 0,
    /** Shows the server's errors at their fields, and puts the focus on the first of them. */
    showComplaints(error: unknown): void {
      const complaints = fieldErrors(error);
      const refused = refusedBy(error);
      for (const name of refused)
        form.setError(name, { type: "server", message: complaints.get(name) ?? "" });
      if (refused[0]) form.setFocus(refused[0]);
    },
  };
}

/** The result of {@link useHubForm}, for a part of a form. */
export type HubForm<Draft extends FieldValues, Output> = ReturnType<typeof useHubForm<Draft, Output>>;

/** The messages of react-hook-form's errors by the paths of their fields. */
function messagesIn(errors: object, path = ""): Map<string, string> {
  const messages = new Map<string, string>();
  for (const [key, error] of Object.entries(errors)) {
    if (typeof error !== "object" || error === null) continue;
    if (typeof error.message === "string") messages.set(path + key, error.message);
    else for (const [inner, message] of messagesIn(error, `${path}${key}.`)) messages.set(inner, message);
  }
  return messages;
}

interface SentFormOptions<Draft extends FieldValues, Answer, Sent> {
  /** A schema's transformations are not applied: the server, which has the same schema, applies them to what was typed. */
  schema: Rules<Draft, unknown> | Resolver<Draft, unknown, Sent>;
  defaults: NoInfer<Draft>;
  /** Sends what was typed, or what a resolver made of it. */
  send(values: NoInfer<Sent>): Promise<Answer>;
  onSuccess?(answer: NoInfer<Answer>, values: NoInfer<Sent>): void;
  /** Called after the server's errors were shown at their fields. */
  onError?(error: Error): void;
  onSettled?(): void;
  /** The text for a refusal that concerns no field of the form. A string is used if the server sent no message. */
  refusal?: string | ((error: unknown) => string);
  /** The title of a toast that shows the refusal too. */
  failed?: string;
}

/** A form that is sent by one call. `frame` is spread onto the `<form>`; `refused` is shown beside the button. */
export function useSentForm<Draft extends FieldValues, Answer, Sent = Draft>({
  schema,
  defaults,
  send,
  onSuccess,
  onError,
  onSettled,
  refusal = "",
  failed,
}: SentFormOptions<Draft, Answer, Sent>) {
  // With a schema, what is sent is what was typed: then `Sent` is `Draft`.
  const resolver =
    typeof schema === "function"
      ? schema
      : zodResolver(schema as z.ZodType<unknown, Draft>, undefined, { raw: true });
  const fields = useHubForm({ schema: resolver as unknown as Resolver<Draft, unknown, Sent>, defaults });
  const words = typeof refusal === "string" ? (error: unknown) => serverMessage(error, refusal) : refusal;
  const sending = useMutation<Answer, Error, Sent>({
    mutationFn: send,
    onSuccess: (answer, values) => onSuccess?.(answer, values),
    onError: (error) => {
      if (failed) toast({ title: failed, description: words(error), variant: "danger" });
      fields.showComplaints(error);
      onError?.(error);
    },
    onSettled: () => onSettled?.(),
  });
  return {
    ...fields,
    sending,
    refused: sending.isError && !fields.isComplaint(sending.error) ? words(sending.error) : null,
    frame: {
      noValidate: true,
      onSubmit(event: FormEvent): void {
        event.preventDefault();
        if (!sending.isPending) void fields.form.handleSubmit((values) => sending.mutate(values))(event);
      },
    },
  };
}
