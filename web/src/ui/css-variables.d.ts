/** Owns that styles may set CSS variables, which React's types leave out. */
import "react";

declare module "react" {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
