/** The dashboard's tabs for admins, whose code is loaded when they open. */
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const waiting = <Skeleton className="h-96 w-full" />;

export const ImportTab = lazyPart(
  async () => (await import("../../features/admin-import/import-tab.tsx")).ImportTab,
  { waiting, name: "The imports" },
);

export const IntegrationsTab = lazyPart(
  async () => (await import("../../features/admin-integrations/integrations-tab.tsx")).IntegrationsTab,
  { waiting, name: "The integrations" },
);
