/** A form over a schema of the contract: its fields, its errors from either side, and sending it once at a time. */
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
import { fieldComplaints, serverWords } from "../api/refusal.ts";
import { toast } from "../ui/toast/toast.tsx";

/** A schema, in the form from which TypeScript reads what goes in and what comes out. */
interface Rules<Draft, Output> {
  _zod: { input: Draft; output: Output };
}

interface FormOptions<Draft extends FieldValues, Output> {
  /** The rules of what is typed: the contract's schema, or a resolver where no schema says them. */
  schema: Rules<Draft, Output> | Resolver<Draft, unknown, Output>;
  /** What the form begins with, its keys in the order of the page. */
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
  /** Fields of this form that the server complains about. */
  const refusedBy = (error: unknown): Name[] =>
    inPageOrder(
      ([...fieldComplaints(error).keys()] as Name[]).filter((name) => form.getValues(name) !== undefined),
    );
  return {
    form,
    /** Id and error of a field, for one that is not registered: its state is kept elsewhere. */
    tie: (name: Name) => ({ id: idOf(name), error: messages.get(name) }),
    /** For a field of the kit: id, error, and what react-hook-form needs of the control. */
    field: (name: Name, options?: RegisterOptions<Draft, Name>) => ({
      ...form.register(name, options),
      id: idOf(name),
      error: messages.get(name),
    }),
    /** For an `ErrorSummary`. */
    wrong: inPageOrder([...messages.keys()] as Name[]).map((name) => ({
      id: idOf(name),
      message: messages.get(name) ?? "",
    })),
    /** Whether the server complains about a field of this form. */
    isComplaint: (error: unknown) => refusedBy(error).length > 0,
    /** Puts the server's complaints to their fields, and the focus to the first of them. */
    showComplaints(error: unknown): void {
      const complaints = fieldComplaints(error);
      const refused = refusedBy(error);
      for (const name of refused)
        form.setError(name, { type: "server", message: complaints.get(name) ?? "" });
      if (refused[0]) form.setFocus(refused[0]);
    },
  };
}

/** What {@link useHubForm} answers, for a part of a form. */
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

interface SentFormOptions<Draft extends FieldValues, Output, Answer> extends FormOptions<Draft, Output> {
  send(typed: Output): Promise<Answer>;
  onSuccess?(answer: Answer, typed: Output): void;
  /** After its complaints were put to their fields. */
  onError?(error: Error): void;
  onSettled?(): void;
  /** What a refusal says that no field of the form does; the server's words, else this text. */
  refusal?: string | ((error: unknown) => string);
  /** Title of a toast that says a refusal too. */
  failed?: string;
}

/** A form that is sent by one call. `frame` goes onto the `<form>`, `refused` is said beside the button. */
export function useSentForm<Draft extends FieldValues, Output, Answer>({
  schema,
  defaults,
  send,
  onSuccess,
  onError,
  onSettled,
  refusal = "",
  failed,
}: SentFormOptions<Draft, Output, Answer>) {
  const fields = useHubForm({ schema, defaults });
  const words = typeof refusal === "string" ? (error: unknown) => serverWords(error, refusal) : refusal;
  const sending = useMutation<Answer, Error, Output>({
    mutationFn: send,
    onSuccess: (answer, typed) => onSuccess?.(answer, typed),
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
        if (!sending.isPending) void fields.form.handleSubmit((typed) => sending.mutate(typed))(event);
      },
    },
  };
}
