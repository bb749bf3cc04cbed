/** The part of the settings for the venue's own site: which sites may show the calendar, and what to copy into them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Embedding } from "../../../../../bff/contract/open/embed.ts";
import { read } from "../../../api/request.ts";
import { roomsQuery } from "../../../api/rooms.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { QueryPlaceholder } from "../../../ui/state-notice.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { Group } from "../field-group.tsx";
import { PROPERTIES, snippetsOf } from "./snippets.ts";

const embeddingQuery = {
  queryKey: ["embedding"],
  queryFn: read<Embedding>("/api/embed"),
} as const;

export function EmbedCard() {
  const embedding = useQuery(embeddingQuery);
  const origins = embedding.data?.origins;
  const named = origins !== undefined && origins.length > 0;
  const { data: rooms = [] } = useQuery(roomsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const room = rooms.find(({ slug }) => slug === chosen) ?? rooms[0];
  return (
    <Group
      id="embed"
      title="On your own site"
      note="Visitors see a room's free hours there and choose; they pay here, and return to your page."
    >
      {origins ? (
        <Sites origins={origins} />
      ) : (
        <QueryPlaceholder of={embedding} failed="Failed to fetch which sites are named" className="h-16" />
      )}
      {room && origins && (
        <>
          <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
            <SelectField
              label="Room"
              density="dense"
              className="min-w-60"
              value={room.slug}
              onChange={({ target }) => setChosen(target.value)}
            >
              {rooms.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
            <a
              href={`/embed/${room.slug}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ density: "dense", variant: "outline" })}
            >
              Preview<span className="sr-only"> of the calendar of {room.name}, in a new tab</span>
            </a>
          </div>
          {snippetsOf(window.location.origin, room, named).map(({ name, hint, onlyNamed, text }) => (
            <section key={name} aria-label={name} className="grid gap-2">
              <div className="flex items-start justify-between gap-4">
                <div className="max-w-[62ch] min-w-0">
                  <h3 className="font-medium">{name}</h3>
                  <p className="text-sm text-muted">{hint}</p>
                  {onlyNamed && !named && (
                    <p className="text-sm font-semibold text-danger">
                      Shows no hours until <code className="font-mono">EMBED_ORIGINS</code> names your site.
                    </p>
                  )}
                </div>
                <Button
                  density="dense"
                  aria-label={`Copy: ${name}`}
                  onClick={() => void copyText(text, "It is on your clipboard.")}
                >
                  Copy
                </Button>
              </div>
              <pre className="border border-rule bg-ground p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap select-all">
                {text}
              </pre>
            </section>
          ))}
        </>
      )}
      <Properties />
    </Group>
  );
}

function Sites({ origins }: { origins: readonly string[] }) {
  if (origins.length === 0) {
    return (
      <div className="grid max-w-[62ch] gap-2 border-l-4 border-danger pl-4">
        <p>
          <strong>The calendar shows on no site yet.</strong> The operator of this product first names your
          site, as browsers show its address, in <code className="font-mono">EMBED_ORIGINS</code>, and starts
          the product again:
        </p>
        <p className="font-mono text-sm wrap-anywhere select-all">EMBED_ORIGINS=https://www.venue.example</p>
        <p>Several sites are separated by commas. The plain link works without it.</p>
      </div>
    );
  }
  return (
    <div>
      <p>
        These sites may show the calendar (<code className="font-mono">EMBED_ORIGINS</code>):
      </p>
      <ul className="list-disc pl-6 font-mono text-sm">
        {origins.map((origin) => (
          <li key={origin}>{origin}</li>
        ))}
      </ul>
    </div>
  );
}

/** How a site's own styles change the look. */
const Properties = () => (
  <details>
    <summary className="font-medium">Colors and font</summary>
    <p className="mt-2 max-w-[62ch] text-sm text-muted">
      Your styles can set these on <code className="font-mono">hub-booking</code>, for example{" "}
      <code className="font-mono">{"hub-booking { --hub-accent: #7a1f5c; }"}</code>. Without them the calendar
      has your venue's colors, light or dark as the visitor prefers;{" "}
      <code className="font-mono">theme="dark"</code> on it, or <code className="font-mono">"light"</code>,
      decides that.
    </p>
    <dl className="mt-2 grid gap-1 text-sm">
      {PROPERTIES.map(([name, what]) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="font-mono">{name}</dt>
          <dd className="text-muted">{what}</dd>
        </div>
      ))}
    </dl>
  </details>
);
