/** Stops zod from compiling code from text: the pages' policy forbids it, and browsers report even the attempt. */

// Zod keeps its settings in this object. It uses the one that it finds when it
// is first loaded, so an existing object is changed, not replaced.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = Object.assign(shared.__zod_globalConfig ?? {}, { jitless: true });

export {};
