/** Owns links to the site's own paths by their address, for places that list many of them. */
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type SiteLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** An own path, with a section's `#id` where there is one: `/#rooms`. */
  href: string;
};

export function SiteLink({ href, ...rest }: SiteLinkProps) {
  const [path = "/", section] = href.split("#");
  if (section === undefined) return <Link to={path} {...rest} />;
  // The section scrolls into view by itself once home stands; the router must not go to the top in between.
  return <Link to={path} hash={section} resetScroll={false} {...rest} />;
}
