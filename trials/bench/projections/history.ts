/** Writes the log for measuring following and rebuilding: bookings with the usual events, inserted as rows, as only reading is measured. */
import type { Sql } from "../../../core/platform/database/database.ts";

/**
 * Each booking is requested, its payment opened and received, and it is confirmed; every fifth is completed thousands of bookings later.
 * That is 4.2 events per booking, interleaved with those of other bookings as in real use. Needs the owner, who may set `stream` freely.
 */
export async function writeHistory(ownerSql: Sql, bookings: number): Promise<void> {
  await ownerSql`
    insert into personal_data (id, first_name, last_name, email, phone, recorded_at)
    select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Ada', 'Byron', 'ada-' || n % 5000 || '@example.test', '212 555 0100', now()
    from generate_series(1, ${bookings}::int) n`;
  await ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    select 'booking-' || first + n, version, type, 1, data, '{"actor":{"kind":"visitor"},"requestId":"bench"}',
      md5('command ' || n || ' ' || version), 0, date_trunc('milliseconds', now()) - interval '200 days' + (n + later) * interval '1 minute'
    from (select nextval('booking_ids') as first) ids, generate_series(1, ${bookings}::int) n, lateral (values
      (1, 0, 'BookingRequested', jsonb_build_object(
        'roomId', 1 + n % 7, 'personId', ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'userId', null,
        'startsAt', to_char(timestamp '2027-01-04 14:00' + n / 7 * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'endsAt', to_char(timestamp '2027-01-04 16:00' + n / 7 * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'duration', 'hourly', 'hourCount', 2, 'eventType', 'Rehearsal', 'attendees', null, 'engineerRequired', false,
        'totalCents', 15000, 'downpaymentCents', 7500, 'holdUntil', '2027-01-01T00:00:00Z')),
      (2, 2, 'PaymentIntentOpened', jsonb_build_object('paymentIntentId', 'pi_' || n, 'amountCents', 7500)),
      (3, 3, 'DownpaymentReceived', jsonb_build_object('paymentIntentId', 'pi_' || n, 'chargeId', 'ch_' || n, 'amountCents', 7500)),
      (4, 3, 'BookingConfirmed', '{}'::jsonb),
      (5, 7000, 'BookingCompleted', '{}'::jsonb)
    ) as happened (version, later, type, data)
    where version < 5 or n % 5 = 0
    order by n + later, n, version`;
  await ownerSql`select setval('booking_ids', nextval('booking_ids') + ${bookings}::int)`;
  await ownerSql`analyze events`;
}
