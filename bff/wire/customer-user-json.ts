/** Writes an account for its own customer. */
import type { CustomerProfile } from "../../core/customer/account.ts";
import type { CustomerUser } from "../contract/customer/customer.ts";

export const customerUserJson = ({
  createdAt,
  updatedAt,
  erasureRequestedAt,
  ...profile
}: CustomerProfile): CustomerUser => ({
  ...profile,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  erasureRequestedAt: erasureRequestedAt?.toISOString() ?? null,
});
