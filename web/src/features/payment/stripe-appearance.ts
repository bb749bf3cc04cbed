/** Styles Stripe's element like the venue's own fields, in the current theme. */
import type { Appearance } from "@stripe/stripe-js";

/** Stripe's frame does not have our custom properties, so each color is resolved here first. */
function resolved(property: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export function stripeAppearance(): Appearance {
  const text = resolved("--color-ink");
  const border = `2px solid ${resolved("--color-control")}`;
  return {
    theme: "flat",
    variables: {
      colorPrimary: resolved("--color-action"),
      colorBackground: resolved("--color-sheet"),
      colorText: text,
      colorTextSecondary: resolved("--color-muted"),
      colorDanger: resolved("--color-danger"),
      borderRadius: "0px",
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "16px",
    },
    rules: {
      ".Input": { border, boxShadow: "none" },
      ".Tab": { border, boxShadow: "none" },
      ".Label": { fontWeight: "600", color: text },
    },
  };
}
