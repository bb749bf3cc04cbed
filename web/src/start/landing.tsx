/** Owns the landing page as a document of its own: drawn by the build, taken over in the browser without the router. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ContactSection } from "../features/contact/contact-section.tsx";
import { HomePage } from "../features/home/home-page.tsx";
import { SiteFrame } from "../features/layout/site-frame.tsx";

export const LANDING_PATH = "/";

export function Landing({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteFrame>
        <HomePage contact={<ContactSection />} />
      </SiteFrame>
    </QueryClientProvider>
  );
}
