/** Owns the log that following and rebuilding are measured on: bookings with the usual history, written as rows, since only reading is measured. */
import type { Sql } from "../../core/platform/database.ts";

/** Each is requested, its payment opened and received, confirmed: four events. Needs the owner, who may set `stream` freely. */
export async function writeHistory(ownerSql: Sql, bookings: number): Promise<void> {
  await ownerSql`
    insert into personal_data (id, first_name, last_name, email, phone, recorded_at)
    select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Ada', 'Byron', 'ada-' || n % 5000 || '@example.test', '212 555 0100', now()
    from generate_series(1, ${bookings}::int) n`;
  await ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    select 'booking-' || nextval('booking_ids'), version, type, 1, data, '{"actor":{"kind":"visitor"},"requestId":"bench"}',
      md5('command ' || n || ' ' || version), 0, now() - interval '200 days' + n * interval '1 minute'
    from generate_series(1, ${bookings}::int) n, lateral (values
      (1, 'BookingRequested', jsonb_build_object(
        'roomId', 1 + n % 7, 'personId', ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'userId', null,
        'startsAt', to_char(timestamp '2027-01-04 14:00' + n / 7 * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'endsAt', to_char(timestamp '2027-01-04 16:00' + n / 7 * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'duration', 'hourly', 'hourCount', 2, 'eventType', 'Rehearsal', 'attendees', null, 'engineerRequired', false,
        'totalCents', 15000, 'downpaymentCents', 7500, 'holdUntil', '2027-01-01T00:00:00Z'))
    ) as requested (version, type, data)`;
  await ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    select stream, later.version, later.type, 1, later.data, meta, md5(command_id || later.version), 0, occurred_at
    from events, lateral (values
      (2, 'PaymentIntentOpened', jsonb_build_object('paymentIntentId', 'pi_' || stream, 'amountCents', 7500)),
      (3, 'DownpaymentReceived', jsonb_build_object('paymentIntentId', 'pi_' || stream, 'chargeId', 'ch_' || stream, 'amountCents', 7500)),
      (4, 'BookingConfirmed', '{}'::jsonb)
    ) as later (version, type, data)
    where events.type = 'BookingRequested' and command_id like '________________________________'
    order by position, later.version`;
  await ownerSql`analyze events`;
}
