/** Admins' calls of webhooks and their deliveries. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  Deliveries,
  Delivery,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookWithSecret,
} from "../../../../bff/contract/open/webhooks.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

export const WEBHOOKS_KEY = [...STAFF_KEY, "webhooks"] as const;

/** While they are shown, deliveries are made and tried. */
const LOOK_AGAIN_MS = 3_000;

/** `GET /api/webhooks`, the newest first. */
export const webhooksQuery = queryOptions({
  queryKey: WEBHOOKS_KEY,
  queryFn: ({ signal }) => staffRequest<Webhook[]>("GET", "/api/webhooks", undefined, { signal }),
  staleTime: 0,
  refetchInterval: LOOK_AGAIN_MS,
});

/** `GET /api/webhooks/{id}/deliveries`, the newest first, page by page. */
export const deliveriesQuery = (id: number, state: Delivery["state"] | null) =>
  infiniteQueryOptions({
    queryKey: [...WEBHOOKS_KEY, id, "deliveries", state],
    queryFn({ pageParam, signal }) {
      const query = new URLSearchParams({
        ...(pageParam === null ? {} : { cursor: String(pageParam) }),
        ...(state === null ? {} : { state }),
      });
      return staffRequest<Deliveries>("GET", `/api/webhooks/${id}/deliveries?${query}`, undefined, {
        signal,
      });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });

/** `POST /api/webhooks`. @throws RequestError 400 with field errors. */
export const makeWebhook = (webhook: NewWebhook): Promise<WebhookWithSecret> =>
  staffRequest<WebhookWithSecret>("POST", "/api/webhooks", webhook);

/** `PATCH /api/webhooks/{id}`. @throws RequestError 400 with field errors. */
export const changeWebhook = (id: number, changes: WebhookChanges): Promise<Webhook> =>
  staffRequest<Webhook>("PATCH", `/api/webhooks/${id}`, changes);

/** `POST /api/webhooks/{id}/rotate`. */
export const rotateSecret = (id: number): Promise<WebhookWithSecret> =>
  staffRequest<WebhookWithSecret>("POST", `/api/webhooks/${id}/rotate`);

/** `POST /api/webhooks/{id}/test`. */
export const testWebhook = (id: number): Promise<Delivery> =>
  staffRequest<Delivery>("POST", `/api/webhooks/${id}/test`);

/** `POST /api/webhooks/{id}/replay`: from this delivery on. */
export const replayWebhook = (id: number, from: string): Promise<Webhook> =>
  staffRequest<Webhook>("POST", `/api/webhooks/${id}/replay`, { from });

/** `DELETE /api/webhooks/{id}`. */
export const endWebhook = (id: number): Promise<{ id: number }> =>
  staffRequest<{ id: number }>("DELETE", `/api/webhooks/${id}`);
