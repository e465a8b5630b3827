/** The page is described in docs/algorithms/payment-page.md. */
export const paymentLink = (publicUrl: string, token: string): string => `${publicUrl}/pagamento/${token}`
