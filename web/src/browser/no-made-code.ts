/** Owns that checking what is typed makes no code from text: the pages' policy forbids it, and browsers report the mere try. */

// The object that zod keeps its settings in. Zod takes the one it finds when it is first loaded, so one that is there is changed, not replaced.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = Object.assign(shared.__zod_globalConfig ?? {}, { jitless: true });

export {};
