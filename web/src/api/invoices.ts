/** The calls about an invoice for the holder of its mailed link. */
import { queryOptions } from "@tanstack/react-query";
import type {
  InvoicePayment,
  InvoicePaymentRecorded,
  LinkedInvoice,
} from "../../../bff/contract/billing/invoices.ts";
import { read, request } from "./request.ts";

/** `GET /api/invoice-links/{token}`. @throws RequestError 403 for a link that is not valid. */
export const linkedInvoiceQuery = (token: string) =>
  queryOptions({
    queryKey: ["linked-invoice", token],
    queryFn: read<LinkedInvoice>(`/api/invoice-links/${encodeURIComponent(token)}`),
    staleTime: 0,
  });

/** The address of the invoice as a PDF. */
export const invoicePdfHref = (token: string): string => `/invoice/${encodeURIComponent(token)}.pdf`;

/** `POST /api/invoices/{number}/payment`: the server asks the provider for the payment and records the money once. */
export const confirmInvoicePayment = (
  number: string,
  payment: InvoicePayment,
): Promise<InvoicePaymentRecorded> =>
  request<InvoicePaymentRecorded>("POST", `/api/invoices/${number}/payment`, payment);
