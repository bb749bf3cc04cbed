/** The calls by which customers and staff list, make and end their own calendar feeds. */
import type { Done } from "../../../../bff/contract/customer/customer.ts";
import type { Feed, MadeFeed, NewFeed } from "../../../../bff/contract/open/feeds.ts";
import { customerQuery, customerRequest } from "../../api/customer-request.ts";
import { staffQuery, staffRequest } from "../../api/staff-request.ts";
import { CUSTOMER_KEY } from "../../session/customer-session.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

const PATH = "/api/feeds";

export const CUSTOMER_FEEDS = {
  query: customerQuery<Feed[]>([...CUSTOMER_KEY, "feeds"], PATH),
  send: customerRequest,
};

export const STAFF_FEEDS: FeedCalls = {
  query: staffQuery<Feed[]>([...STAFF_KEY, "feeds"], PATH),
  send: staffRequest,
};

/** The account that calls; `query` is the list, the newest first. */
export type FeedCalls = typeof CUSTOMER_FEEDS;

/** `POST /api/feeds`. @throws RequestError 400 with field errors, 409 beyond twenty feeds. */
export const makeFeed = ({ send }: FeedCalls, feed: NewFeed): Promise<MadeFeed> =>
  send<MadeFeed>("POST", PATH, feed);

/** `DELETE /api/feeds/{id}`. */
export const endFeed = ({ send }: FeedCalls, id: number): Promise<Done> =>
  send<Done>("DELETE", `${PATH}/${id}`);
