/** Allows CSS variables in styles, which React's types leave out. */
import "react";

declare module "react" {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
