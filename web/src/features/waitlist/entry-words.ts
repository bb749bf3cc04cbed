/** Says in plain words how an entry of the waitlist is doing: a heading, and what it means for its holder. Pure. */
import type { WaitlistEntry } from "../../../../bff/contract/visitor/waitlist.ts";
import { aheadText } from "../../format/waitlist-words.ts";

export interface EntryWords {
  title: string;
  sentences: string[];
}

type Told = Pick<WaitlistEntry, "state" | "left" | "ahead" | "lapses" | "offer">;

/** Whether the entry can still get hours, so that its holder can leave. */
export const isOpen = ({ state }: Pick<WaitlistEntry, "state">): boolean =>
  state === "waiting" || state === "offered";

export function entryWords({ state, left, ahead, lapses, offer }: Told): EntryWords {
  switch (state) {
    case "waiting":
      return {
        title: "You are on the waitlist",
        sentences: [
          aheadText(ahead),
          "When hours free up for you, we send you a mail and hold them until you answer. This page changes too.",
          ...(lapses > 0
            ? ["One offer has run out already. If the next one does too, this entry ends."]
            : []),
        ],
      };
    case "offered":
      return {
        title: "Hours are held for you",
        sentences: [
          Number(offer?.downpaymentAmount ?? 0) > 0
            ? "Pay the downpayment before the time is up, and they are yours."
            : "Take them before the time is up. Nothing is to be paid now.",
          lapses > 0
            ? "If you do not answer, this entry ends: one offer has run out before."
            : "If you do not answer, they go to the next person, and you stay on the waitlist.",
        ],
      };
    case "claimed":
      return { title: "You took the hours", sentences: ["They are booked, and this entry is done."] };
    case "declined":
      return {
        title: "These hours were released",
        sentences: ["You declined them, or our desk cancelled them. This entry has ended."],
      };
    case "lapsed":
      return left === "over"
        ? {
            title: "Nothing freed up in time",
            sentences: ["The last day that you waited for has passed. This entry has ended."],
          }
        : {
            title: "Two offers ran out",
            sentences: ["The hours were held for you twice, and not taken. This entry has ended."],
          };
    case "withdrawn":
      return {
        title: left === "erased" ? "This entry was erased" : "You left the waitlist",
        sentences: [
          left === "erased"
            ? "It was removed together with the personal data of the person who joined."
            : "We send no more mails about it. You can join again at any time.",
        ],
      };
  }
}
