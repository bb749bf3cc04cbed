/** The dashboard's tab of imports, whose code is loaded when it opens. */
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const ImportTab = lazyPart(
  async () => (await import("../../features/admin-import/import-tab.tsx")).ImportTab,
  { waiting: <Skeleton className="h-96 w-full" />, name: "The imports" },
);
