/** The links of the navigation bar and its drawer, in order. */

export const NAV_LINKS = [
  { href: "/", label: "Home" },
  { href: "/#rooms", label: "Rooms" },
  { href: "/#about", label: "About" },
  { href: "/#contact", label: "Contact" },
  { href: "/login", label: "Staff Login" },
] as const;
