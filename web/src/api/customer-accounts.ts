/** The calls about a customer's own account: registering, signing in, verifying the email, setting a new password. */
import { queryOptions } from "@tanstack/react-query";
import type {
  CustomerLogin,
  CustomerSession,
  CustomerUser,
  Done,
  EmailToVerify,
  EmailVerification,
  PasswordReset,
  ProfileChange,
  Registration,
} from "../../../bff/contract/customer/customer.ts";
import type { MyData } from "../../../bff/contract/customer/my-data.ts";
import type { PasswordChange } from "../../../bff/contract/password.ts";
import { CUSTOMER_KEY, storeCustomer, storeUser } from "../session/customer-session.ts";
import { customerQuery, customerRequest } from "./customer-request.ts";
import { request } from "./request.ts";

/** Begins a session, which is stored on this device. */
async function begin(path: string, body: CustomerLogin | Registration): Promise<CustomerSession> {
  const session = await request<CustomerSession>("POST", path, body);
  storeCustomer(session);
  return session;
}

/** `POST /api/auth/user-login`. @throws RequestError 401 for a wrong email or password, 429 after too many of them. */
export const signInCustomer = (login: CustomerLogin) => begin("/api/auth/user-login", login);

/** `POST /api/auth/register`; signs the customer in. @throws RequestError 400 with field errors, 409 for a taken email. */
export const registerCustomer = (registration: Registration) => begin("/api/auth/register", registration);

/** Calls for the account as it is now, and updates its record on this device. */
async function account(...call: Parameters<typeof customerRequest>): Promise<CustomerUser> {
  const user = await customerRequest<CustomerUser>(...call);
  storeUser(user);
  return user;
}

/** `GET /api/auth/me` */
export const profileQuery = queryOptions({
  queryKey: [...CUSTOMER_KEY, "profile"],
  queryFn: ({ signal }) => account("GET", "/api/auth/me", undefined, { signal }),
  staleTime: 0,
});

/** `PATCH /api/auth/me`. @throws RequestError 400 with field errors. */
export const changeProfile = (change: ProfileChange) => account("PATCH", "/api/auth/me", change);

/** `POST /api/auth/verify-email/resend`. */
export const resendVerification = (): Promise<Done> =>
  customerRequest<Done>("POST", "/api/auth/verify-email/resend");

/**
 * `GET /api/auth/verify-email`: the email that the link is for. The link stays valid.
 *
 * @throws RequestError 403 for a link that is no longer valid.
 */
export const emailToVerifyQuery = (token: string) =>
  customerQuery<EmailToVerify>(
    ["verify-email", token],
    `/api/auth/verify-email?${new URLSearchParams({ token })}`,
  );

/**
 * `POST /api/auth/verify-email`.
 *
 * @throws RequestError 403 for a link that is no longer valid, 409 if a password is needed and none was sent, 400 with field errors.
 */
export const verifyEmail = (verification: EmailVerification): Promise<Done> =>
  customerRequest<Done>("POST", "/api/auth/verify-email", verification);

/** `POST /api/auth/disown-account`. @throws RequestError 403 for a link that is no longer valid, 409 once the email is verified. */
export const disownAccount = (token: string): Promise<Done> =>
  request<Done>("POST", "/api/auth/disown-account", { token });

/** `POST /api/auth/user-password`. @throws RequestError 400 and 403 with field errors, 429 after too many wrong passwords. */
export const changeCustomerPassword = (change: PasswordChange): Promise<Done> =>
  customerRequest<Done>("POST", "/api/auth/user-password", change);

/** `POST /api/auth/user-logout-everywhere`. */
export const signOutEverywhere = (): Promise<Done> =>
  customerRequest<Done>("POST", "/api/auth/user-logout-everywhere");

/** `GET /api/auth/my-data`. @throws RequestError 429 after too many calls. */
export const fetchMyData = (): Promise<MyData> => customerRequest<MyData>("GET", "/api/auth/my-data");

/** `POST /api/auth/erasure-request`. @throws RequestError 429 after too many calls. */
export const requestErasure = () => account("POST", "/api/auth/erasure-request");

/** `POST /api/auth/forgot-password`. The answer is the same whether or not there is an account. */
export const requestPasswordReset = (email: string): Promise<Done> =>
  request<Done>("POST", "/api/auth/forgot-password", { email });

/** `POST /api/auth/reset-password`. @throws RequestError 403 for a link that is no longer valid. */
export const resetPassword = (reset: PasswordReset): Promise<Done> =>
  request<Done>("POST", "/api/auth/reset-password", reset);
