/** Lists the customers who are waiting to be erased, and how much their request covers. */
import type { Core } from "../context.ts";
import { customerAccount } from "../customer/account.ts";
import { waitingForErasure } from "../customer/credentials.ts";
import { type FindBookings, findPerson } from "./found-person.ts";

export interface ErasureRequested {
  customerId: number;
  email: string;
  requestedAt: Date;
  /** Whether the email was verified when they asked. If so, everything under it is to be erased, otherwise only the account's own rows. */
  verified: boolean;
  /** Rows of personal data that would be erased now. */
  records: number;
  /** Number of bookings that would lose their name. */
  bookings: number;
}

/** The longest wait comes first. */
export async function erasureRequests(core: Core, bookingsOf: FindBookings): Promise<ErasureRequested[]> {
  const requests: ErasureRequested[] = [];
  for (const { customerId } of await waitingForErasure(core.sql)) {
    const account = await customerAccount(core, customerId);
    if (!account?.erasureRequestedAt) continue;
    const { email, erasureRequestedAt: requestedAt } = account;
    const verified = account.erasureScope === "everything";
    const person = verified ? { email } : { email, customerId };
    const { personIds, bookingIds } = await findPerson(core, person, bookingsOf);
    const [records, bookings] = [personIds.length, bookingIds.length];
    requests.push({ customerId, email, requestedAt, verified, records, bookings });
  }
  return requests;
}
