/** Finds a calendar feed by its token, with how new it is: all that an unchanged feed costs (decision 305). */
import type { FeedScope } from "../../../core/feed/scopes.ts";
import type { Sql } from "../../../core/platform/database/database.ts";
import { WORKING_ROLES } from "../../../core/staff/staff.ts";
import { availability } from "../availability.ts";
import type { BookingOwner } from "../booking-owner.ts";
import { bookings } from "../bookings.ts";

interface FoundFeed {
  id: number;
  scope: FeedScope;
  roomId: number | null;
  ownerKind: "staff" | "customer";
  ownerId: number;
  /** Neither it nor its owner's account has ended, and the account's role may still see bookings. */
  active: boolean;
  /** A customer's email, once it is verified. */
  verifiedEmail: string | null;
  /** The log position of its newest event; null before there is one. */
  newest: string | null;
  /** The versions of the tables that its entries are read from, which change when the tables were built again. */
  views: string;
}

/** Whose bookings a feed shows. */
type FeedAudience = { kind: "staff"; id: number } | { kind: "customer"; bookingsOf: BookingOwner };

export interface ActiveFeed extends Pick<FoundFeed, "id" | "scope" | "roomId" | "newest" | "views"> {
  audience: FeedAudience;
}

/** One statement of index reads. Null if there never was such a feed. */
export async function findFeed(sql: Sql, tokenHash: string): Promise<ActiveFeed | "ended" | null> {
  const [found] = await sql<FoundFeed[]>`
    select f.feed_id as id, f.scope, f.room_id as "roomId", f.owner_kind as "ownerKind", f.owner_id as "ownerId",
      f.ended_at is null and coalesce(c.customer_id is not null or s.active and s.role = any(${[...WORKING_ROLES]}), false) as active,
      case when v.about is not null then c.email end as "verifiedEmail",
      (select epoch || '.' || xid || '.' || position from feed_changes where about = any(
        case when f.owner_kind = 'staff' then
          array[coalesce('room-' || f.room_id, 'house'), case when f.scope <> 'free-busy' then 'names' end]
        else array['customer-' || f.owner_id, v.about] || array(
          select 'person-' || p.id from personal_data p where v.about is not null and lower(p.email) = lower(c.email)) end
      ) order by epoch desc, xid desc, position desc limit 1) as newest,
      (select string_agg(name || version, ' ' order by name) from projection_cursors
        where name in (${bookings.name}, ${availability.name})) as views
    from calendar_feeds f
    left join staff_credentials s on f.owner_kind = 'staff' and s.staff_id = f.owner_id
    left join customer_credentials c on f.owner_kind = 'customer' and c.customer_id = f.owner_id
    left join feed_changes v on f.owner_kind = 'customer' and v.about = 'verified-' || f.owner_id
    where f.token_hash = ${tokenHash}`;
  if (!found) return null;
  const { id, scope, roomId, ownerKind, ownerId, active, verifiedEmail, newest, views } = found;
  if (!active) return "ended";
  const audience: FeedAudience =
    ownerKind === "staff"
      ? { kind: "staff", id: ownerId }
      : { kind: "customer", bookingsOf: { userId: ownerId, guestEmail: verifiedEmail } };
  return { id, scope, roomId, newest, views, audience };
}
