/** The address of a payment's page, the API's `payment_link`: docs/algorithms/payment-page.md. */
export const paymentLink = (publicUrl: string, token: string): string => `${publicUrl}/pagamento/${token}`
