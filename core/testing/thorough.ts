/** How often a test repeats what it does: briefly in `make test`, in full in `make test-long` (`CI_LONG=1`). */

// biome-ignore lint/style/noProcessEnv: how thorough the tests are is their own configuration, not the product's
const LONG = process.env.CI_LONG === "1";

/** The same promise is tested by both: with fewer histories, faults or moments in the short form. */
export const briefly = <T>(short: T, long: T): T => (LONG ? long : short);
