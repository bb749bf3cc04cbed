/** The button that offers to wait for hours that others have. */
import type { ComponentProps } from "react";
import { TELL_ME } from "../../format/waitlist-words.ts";
import { Button } from "../button.tsx";
import { type AskedWish, askToWait } from "./asked-wish.ts";

interface TellMeProps extends Omit<ComponentProps<typeof Button>, "onClick" | "children"> {
  wish: AskedWish;
  /** Which hours or room, for screen readers, where a page has several of these buttons. */
  what?: string | undefined;
}

export const TellMe = ({ wish, what, ...look }: TellMeProps) => (
  <Button variant="outline" {...look} onClick={() => askToWait(wish)}>
    {TELL_ME}
    {what !== undefined && <span className="sr-only"> ({what})</span>}
  </Button>
);
