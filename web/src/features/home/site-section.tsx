/** Owns links from the home page to its own sections. */
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type SiteSectionProps = Omit<ComponentProps<"a">, "href" | "id"> & { id: "rooms" | "about" | "contact" };

export function SiteSection({ id, ...rest }: SiteSectionProps) {
  return <Link to="/" hash={id} resetScroll={false} {...rest} />;
}
