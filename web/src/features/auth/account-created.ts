/** What follows when a customer has created an account: the pixel's event and a toast. */
import type { CustomerUser } from "../../../../bff/contract/customer/customer.ts";
import { pixel } from "../../browser/pixel.ts";
import { toast } from "../../ui/toast/toast.tsx";

export function accountCreated({ firstName, email }: Pick<CustomerUser, "firstName" | "email">): void {
  pixel.completeRegistration();
  toast({
    title: "Account created successfully!",
    description: `Welcome, ${firstName}. We have sent a link to ${email} to verify it.`,
  });
}
