/** Owns the calls about all that is kept of a customer: downloading it, and asking for it to be erased. */
import type { CustomerUser } from "../../../bff/contract/customer.ts";
import type { MyData } from "../../../bff/contract/my-data.ts";
import { keepUser } from "../session/customer-session.ts";
import { customerRequest } from "./customer-request.ts";

/** `GET /api/auth/my-data`. @throws RequestError 429 when it was asked for too often. */
export const fetchMyData = (): Promise<MyData> => customerRequest<MyData>("GET", "/api/auth/my-data");

/** `POST /api/auth/erasure-request`; the record on this device follows. @throws RequestError 429 when it was asked for too often. */
export async function askErasure(): Promise<CustomerUser> {
  const user = await customerRequest<CustomerUser>("POST", "/api/auth/erasure-request");
  keepUser(user);
  return user;
}
