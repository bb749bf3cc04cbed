/** Sets how often a test repeats what it does: briefly in `make test`, in full in `make test-long` (`CI_LONG=1`). */

// biome-ignore lint/style/noProcessEnv: how thorough the tests are is their own configuration, not the product's
const LONG = process.env.CI_LONG === "1";

/** Both forms test the same thing; the short form has fewer histories, faults or moments. */
export const shortOrLong = <T>(short: T, long: T): T => (LONG ? long : short);
