/** Owns reading a mailed link's token from the address. */

/** What is no text is no token; the page then says that the link is not valid. */
export const linkToken = (search: Record<string, unknown>): { token?: string } =>
  typeof search.token === "string" ? { token: search.token } : {};
