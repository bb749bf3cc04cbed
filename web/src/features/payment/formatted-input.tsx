/** An input that formats the typed text and keeps the caret behind the digit that was before it. */
import { type ComponentProps, useRef } from "react";
import { TextInput } from "../../ui/field.tsx";
import { caretAfter, digitsOf } from "./card-number.ts";

interface FormattedInputProps extends ComponentProps<"input"> {
  format(text: string): string;
}

export function FormattedInput({ format, onChange, ...rest }: FormattedInputProps) {
  const composing = useRef(false);
  return (
    <TextInput
      {...rest}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={() => {
        composing.current = false;
      }}
      onChange={(event) => {
        const input = event.currentTarget;
        const formatted = format(input.value);
        if (formatted !== input.value && !composing.current) {
          const caret = input.selectionStart ?? input.value.length;
          const atEnd = caret === input.value.length;
          const digits = digitsOf(input.value.slice(0, caret)).length;
          input.value = formatted;
          const place = atEnd ? formatted.length : caretAfter(formatted, digits);
          input.setSelectionRange(place, place);
        }
        onChange?.(event);
      }}
    />
  );
}
