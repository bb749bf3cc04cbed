/** Tells the address of a new calendar feed once, and what each calendar program needs to subscribe to it. */
import { useEffect, useRef } from "react";
import { Button, buttonClass, type Density } from "../../ui/button.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";

interface MadeFeedProps {
  url: string;
  /** Whether it has no names, and so may be given to others. */
  toShare?: boolean;
  density: Density;
  onKept(): void;
}

export function MadeFeedNotice({ url, toShare = false, density, onKept }: MadeFeedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="made-feed" className="grid gap-4 border-l-4 border-action bg-ground p-4">
      <h3 id="made-feed" ref={heading} tabIndex={-1} className="text-lg font-semibold">
        The address of your calendar
      </h3>
      <p className="max-w-[62ch]">
        Add it to your calendar now. It is shown only once: we keep no copy.{" "}
        {toShare
          ? "You can give it to others: they see when rooms are busy, and no names."
          : "Its holder can read this calendar, so keep it to yourself."}
      </p>
      <p className="font-mono text-sm select-all wrap-anywhere" data-feed>
        {url}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          density={density}
          variant="outline"
          onClick={() => void copyText(url, "The address is on your clipboard.")}
        >
          Copy Address
        </Button>
        {/* Calendar programs of the device open this scheme themselves. */}
        <a href={url.replace(/^https?:/, "webcal:")} className={buttonClass({ density, variant: "outline" })}>
          Open in Apple Calendar
        </a>
      </div>
      <dl className="grid gap-3">
        {PROGRAMS.map(({ name, how }) => (
          <div key={name} className="grid gap-0.5">
            <dt className="font-semibold">{name}</dt>
            <dd className="max-w-[62ch]">{how}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-[62ch] border-l-4 border-orange pl-3">
        Calendars fetch at their own pace: <strong>Google takes hours, up to a day,</strong> until it shows a
        change, Outlook some hours. Apple lets you choose how often. What is booked now is always on this
        site.
      </p>
      <div>
        <Button density={density} variant="solid" onClick={onKept}>
          I Have Added It
        </Button>
      </div>
    </section>
  );
}

const link = (href: string, words: string) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline">
    {words}
  </a>
);

const PROGRAMS = [
  {
    name: "Apple Calendar",
    how: "Press the button above. Or choose File, New Calendar Subscription on a Mac, and paste the address.",
  },
  {
    name: "Google Calendar",
    how: (
      <>
        On a computer, open{" "}
        {link("https://calendar.google.com/calendar/u/0/r/settings/addbyurl", "Add calendar, From URL")} and
        paste the address.
      </>
    ),
  },
  {
    name: "Outlook",
    how: (
      <>
        Open {link("https://outlook.live.com/calendar/0/addcalendar", "Add calendar")}, choose Subscribe from
        web, and paste the address.
      </>
    ),
  },
] as const;
