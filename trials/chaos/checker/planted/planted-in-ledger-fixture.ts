/** Lists faults that are planted in the provider's ledger: each alone, in a transaction that is undone. */
import type { PlantedDatabaseFault } from "./planted-in-database-fixture.ts";

export const LEDGER_FAULTS: readonly PlantedDatabaseFault[] = [
  {
    fault: "a charge that the log does not know",
    finds: ["money.charges"],
    plant: async (db) => {
      await db`
        insert into simulated_stripe.payment_intents
          (id, client_secret, amount, currency, allow_redirects, metadata, status, latest_charge, created_at)
        values ('pi_ghost', 'secret', 5000, 'usd', 'never', '{"bookingId":"1"}', 'succeeded', 'ch_ghost', now())`;
      await db`
        insert into simulated_stripe.charges (id, payment_intent, amount, status, payment_method, created_at)
        values ('ch_ghost', 'pi_ghost', 5000, 'succeeded', '{}', now())`;
    },
  },
  {
    fault: "a charge of one cent more than the log says",
    finds: ["money.charges"],
    plant: (db, { bookings }) => db`
      update simulated_stripe.charges c set amount = c.amount + 1 from simulated_stripe.payment_intents i
      where i.id = c.payment_intent and i.metadata ->> 'bookingId' = ${String(bookings.paid)}`,
  },
  {
    fault: "a payment in the log that was never charged",
    finds: ["money.charges"],
    plant: (db, { bookings }) => db`
      update simulated_stripe.charges c set status = 'failed', amount_refunded = 0
      from simulated_stripe.payment_intents i
      where i.id = c.payment_intent and i.metadata ->> 'bookingId' = ${String(bookings.moved)}`,
  },
  {
    fault: "a refund of another amount than the log says",
    finds: ["money.refunds"],
    plant: async (db) => {
      await db`update simulated_stripe.refunds set amount = amount - 1`;
      await db`
        update simulated_stripe.charges c set amount_refunded = amount_refunded - 1
        where exists (select from simulated_stripe.refunds r where r.charge = c.id)`;
    },
  },
  {
    fault: "a refund that the bank refused and the log has as issued",
    finds: ["money.refunds", "money.refunded-once"],
    plant: (db) =>
      db`update simulated_stripe.refunds set status = 'failed', failure_reason = 'lost_or_stolen_card'`,
  },
  {
    fault: "a refund in the log that was never made",
    finds: ["money.refunds", "money.refunded-once"],
    plant: (db) => db`delete from simulated_stripe.refunds`,
  },
  {
    fault: "money that was refunded twice",
    finds: ["money.refunded-once", "money.refunds"],
    plant: (db) => db`
      insert into simulated_stripe.refunds (id, charge, payment_intent, amount, metadata, created_at)
      select id || '_again', charge, payment_intent, amount, metadata, created_at from simulated_stripe.refunds limit 1`,
  },
  {
    fault: "a dispute that was won, which the log has open",
    finds: ["money.disputes"],
    plant: (db) => db`update simulated_stripe.disputes set status = 'won'`,
  },
  {
    fault: "a dispute that only the log knows",
    finds: ["money.disputes"],
    plant: (db) => db`delete from simulated_stripe.disputes`,
  },
];
