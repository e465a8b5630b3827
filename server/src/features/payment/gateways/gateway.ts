/** What the product needs of a payment gateway. One adapter a file; nothing outside this folder knows a gateway's words. */

export type PaymentType = 0 | 1 | 2

export interface ChargeRequest {
  /** Ours, unique: the gateway is searched for it before a charge is created again. */
  externalReference: string
  type: PaymentType
  amountCents: number
  /** The day it falls due, `yyyy-mm-dd`, São Paulo. */
  dueOn: string
  /** Sooner than the end of that day: from then on it must not be paid. Null for most. */
  expiresAt: Date | null
  description: string
  payer: { name: string; cpf: string; email: string; phone: string }
}

export interface Charge {
  id: string
  externalReference: string
  /** Target status in our 14 codes, as the gateway has it now. */
  status: number
  amountCents: number
  paidAt: Date | null
  /** The hosted page where the payer pays: the product's `payment_link`. */
  paymentLink: string
}

/** A message from the gateway, its signature checked, in our words. */
export interface GatewayNotice {
  externalId: string
  chargeId: string
  externalReference: string | null
  /** The gateway's name of what happened, kept in the ledger. */
  kind: string
  /** Target status, or null when nothing of ours changes (viewed, updated…). */
  status: number | null
  occurredAt: Date
}

export interface PaymentGateway {
  readonly provider: string
  /** All with our reference, the youngest first: a lost answer or a slow gateway may have left several. */
  findCharges(externalReference: string): Promise<Charge[]>
  /**
   * Throws `GatewayRefusal` when the gateway will never accept it; anything else thrown is worth a retry. As of every call here,
   * `GatewayAway` when the gateway serves nobody at the moment.
   */
  createCharge(request: ChargeRequest): Promise<Charge>
  getCharge(chargeId: string): Promise<Charge>
  /** True when it can no longer be paid, also when the gateway does not know it; false when it was paid meanwhile or is in analysis. */
  cancelCharge(chargeId: string): Promise<boolean>
  /** Throws `AppError('bad_signature')`. `body` is the raw bytes as received. */
  readNotice(headers: Record<string, string | string[] | undefined>, body: Buffer): GatewayNotice
}

/** The gateway refused for good; `message` is its Portuguese reason. */
export class GatewayRefusal extends Error {}

/** The gateway serves nobody at the moment: no answer, a failure of its own, too many calls, a key it does not take. */
export class GatewayAway extends Error {}
