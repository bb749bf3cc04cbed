/** Lists a webhook's deliveries: what was sent, each try with its answer and time, and replaying from one on. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Delivery, Webhook } from "../../../../bff/contract/open/webhooks.ts";
import {
  clockSeconds,
  shortDateAndTime,
  shortDay,
  zoneAbbreviation,
} from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { deliveriesQuery, replayWebhook, WEBHOOKS_KEY } from "./calls.ts";
import { deliveryText, readable, STATE_WORDS } from "./webhook-words.ts";

export function DeliveryList({ webhook: { id, active } }: { webhook: Webhook }) {
  const refresh = useRefresh();
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [replaying, setReplaying] = useState<Delivery | null>(null);
  const deliveries = useInfiniteQuery(deliveriesQuery(id, onlyFailed ? "failed" : null));
  const replay = useMutation({
    mutationFn: (from: string) => replayWebhook(id, from),
    onSuccess: () => toast({ title: "Replaying", description: "The deliveries are on their way." }),
    onError: toastRefusal("Not Replayed", "The deliveries could not be replayed. Please try again."),
    onSettled() {
      setReplaying(null);
      refresh(WEBHOOKS_KEY);
    },
  });
  const all = deliveries.data?.pages.flatMap((page) => page.deliveries);
  return (
    <section aria-label={`Deliveries of webhook ${id}`} className="grid gap-3 border-t border-rule pt-3">
      <label className="flex min-h-11 w-fit items-center gap-3">
        <input
          type="checkbox"
          checked={onlyFailed}
          onChange={({ target }) => setOnlyFailed(target.checked)}
          className="size-5.5"
        />
        Only those that failed
      </label>
      {all ? (
        <ol aria-label="Deliveries, the newest first" className="grid gap-px bg-rule">
          {all.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              onReplay={active && delivery.position !== null ? () => setReplaying(delivery) : null}
            />
          ))}
        </ol>
      ) : (
        <QueryPlaceholder of={deliveries} failed="Failed to fetch the deliveries" className="h-16" />
      )}
      {all?.length === 0 && (
        <p className="text-muted">{onlyFailed ? "No delivery has failed." : "Nothing was sent yet."}</p>
      )}
      {deliveries.hasNextPage && (
        <div>
          <Button
            density="dense"
            busy={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            Show Earlier Ones
          </Button>
        </div>
      )}
      <ConfirmDialog
        question={
          replaying && {
            title: `Replay from ${deliveryText(replaying)} on?`,
            text: "It and everything that came after it is sent once more, in the same order, each with the message id that it had.",
            confirm: "Replay",
          }
        }
        busy={replay.isPending}
        onConfirm={() => replaying && replay.mutate(replaying.id)}
        onCancel={() => setReplaying(null)}
      />
    </section>
  );
}

function DeliveryItem({ delivery, onReplay }: { delivery: Delivery; onReplay: (() => void) | null }) {
  const zone = useZone();
  const { tone, words } = STATE_WORDS[delivery.state];
  return (
    <li className="bg-sheet">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2">
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 group-open:rotate-90" />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={tone}>{words}</Badge>
            <span className="font-medium">{delivery.type}</span>
            {delivery.bookingId !== null && <span className="figures">Booking {delivery.bookingId}</span>}
            <span className="figures text-sm text-muted">
              {shortDateAndTime(new Date(delivery.createdAt), zone)}
              {delivery.nextTryAt && `, next try ${shortDateAndTime(new Date(delivery.nextTryAt), zone)}`}
            </span>
          </span>
        </summary>
        <div className="grid gap-3 px-3 pb-3">
          <Text title="Request">
            {Object.entries(delivery.request.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
            {`\n\n${readable(delivery.request.body)}`}
          </Text>
          <Tries of={delivery} zone={zone} />
          {onReplay && (
            <div>
              <Button density="dense" onClick={onReplay}>
                Replay From Here<span className="sr-only">, {deliveryText(delivery)}</span>
              </Button>
            </div>
          )}
        </div>
      </details>
    </li>
  );
}

function Tries({ of: { tries, bookingId }, zone }: { of: Delivery; zone: string }) {
  if (tries.length === 0)
    return (
      <p className="text-muted">
        Not tried yet.{bookingId !== null && " Earlier deliveries of its booking come first."}
      </p>
    );
  return (
    <ol aria-label="Tries, the newest first" className="grid gap-2">
      {tries.map(({ at, tookMs, status, failure, answer }) => (
        <li key={at} className="grid gap-1">
          <p className="figures text-sm">
            <strong>{status === null ? failure : `Answered ${status}`}</strong> on {toTheSecond(at, zone)},
            after {tookMs} ms
          </p>
          {answer && <Text title="Answer">{readable(answer)}</Text>}
        </li>
      ))}
    </ol>
  );
}

/** `Mon, Nov 30, 4:51:07 AM EST` */
function toTheSecond(at: string, zone: string): string {
  const instant = new Date(at);
  const day = shortDay(venueDayOf(instant, zone));
  return `${day}, ${clockSeconds(instant, zone)} ${zoneAbbreviation(zone, instant)}`;
}

function Text({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="grid min-w-0 gap-1">
      <figcaption className="text-sm font-medium">{title}</figcaption>
      <pre className="bg-ground p-2 text-sm wrap-anywhere whitespace-pre-wrap">{children}</pre>
    </figure>
  );
}
