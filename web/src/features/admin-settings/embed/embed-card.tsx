/** The part of the settings for the venue's own site: which sites may show the calendar, and what to copy into them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Embedding } from "../../../../../bff/contract/open/embed.ts";
import { read } from "../../../api/request.ts";
import { roomsQuery } from "../../../api/rooms.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { SelectField } from "../../../ui/field.tsx";
import { Group } from "../field-group.tsx";
import { PROPERTIES, snippetsOf } from "./snippets.ts";

const embeddingQuery = {
  queryKey: ["embedding"],
  queryFn: read<Embedding>("/api/embed"),
} as const;

export function EmbedCard() {
  const { data: embedding } = useQuery(embeddingQuery);
  const { data: rooms = [] } = useQuery(roomsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const room = rooms.find(({ slug }) => slug === chosen) ?? rooms[0];
  return (
    <Group
      id="embed"
      title="On your own site"
      note="Visitors see a room's free hours there and choose; they pay here, and return to your page."
    >
      {embedding && <Sites origins={embedding.origins} />}
      {room && (
        <>
          <SelectField
            label="Room"
            density="dense"
            className="max-w-80"
            value={room.slug}
            onChange={({ target }) => setChosen(target.value)}
          >
            {rooms.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </SelectField>
          {snippetsOf(window.location.origin, room).map(({ name, hint, text }) => (
            <section key={name} aria-label={name} className="grid gap-2">
              <div className="flex items-start justify-between gap-4">
                <div className="max-w-[62ch] min-w-0">
                  <h3 className="font-medium">{name}</h3>
                  <p className="text-sm text-muted">{hint}</p>
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
      <p className="max-w-[62ch] border-l-4 border-danger pl-4">
        No site may show the calendar yet: <code className="font-mono">EMBED_ORIGINS</code> is empty. The
        operator sets it to your site's address, such as{" "}
        <code className="font-mono">https://www.venue.example</code>, and starts the product again. The plain
        link works without it.
      </p>
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
