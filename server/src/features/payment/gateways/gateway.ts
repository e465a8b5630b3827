import type { IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'

/** What the product needs of a payment gateway. Each gateway has an adapter; nothing outside this folder knows its protocol. */

export type PaymentType = 0 | 1 | 2

/** The longest that `createCharge` may take, and `refund`. */
export const CREATION_MS = 20_000

export interface ChargeRequest {
  /** Our unique key: charges are searched by it before another one is created. */
  externalReference: string
  type: PaymentType
  amountCents: number
  /** In how many a card is charged; 1 is at once. */
  installments: number
  /** `yyyy-mm-dd`, in São Paulo. */
  dueOn: string
  /** When it must no longer be payable, if that is before the end of the due date. */
  expiresAt: Date | null
  description: string
  /** A part that goes to somebody else's wallet at the gateway once the charge is credited; only where the gateway `canSplit`. */
  split: { walletId: string; amountCents: Cents } | null
  payer: { name: string; cpf: string; email: string; phone: string }
}

export interface Charge {
  id: string
  externalReference: string
  /** The charge's present status as one of our 14 codes. */
  status: number
  amountCents: number
  paidAt: Date | null
  /** The gateway's own page for the charge, where cards are paid. */
  paymentLink: string
  /** What the gateway keeps of what was paid; null until it says so. */
  feeCents: Cents | null
  /** Of a card charged in more than one. */
  installments?: Installment[]
  /** Its refund ends a dispute that was lost. */
  disputed?: boolean
}

export interface Installment {
  number: number
  amountCents: Cents
  /** What the gateway keeps of it; null until it says so. */
  feeCents: Cents | null
  isCredited: boolean
}

export interface ChargePage {
  charges: Charge[]
  /** The cursor of the following page. */
  next: number | null
}

/** What the product's own payment page shows. Null: not payable that way, or not any more. */
export interface PaymentDetails {
  /** The gateway's own page. */
  paymentLink: string
  pix: { payload: string; expiresAt: Date } | null
  /** 47 and 44 digits. */
  boleto: { digitableLine: string; barcode: string; pdfUrl: string | null } | null
}

export interface RefundRequest {
  chargeId: string
  /** Our unique key: refunds are searched by it before another one is made. */
  reference: string
  amountCents: number
  description: string
}

/** A refund of a charge, whole or of a part. */
export interface GatewayRefund {
  /** Unique within its charge. */
  id: string
  /** Null when it was not made by us, or when the gateway keeps no reference of it (a boleto at Asaas). */
  reference: string | null
  amountCents: number
  /** `waiting`: on its way, or for the payer's bank data. `cancelled`: the money does not go back. */
  status: 'waiting' | 'done' | 'cancelled'
  /** Where the payer of a boleto gives their bank data. */
  requestUrl: string | null
  receiptUrl: string | null
  doneAt: Date | null
}

/** A message that the gateway proved to be its own. */
export interface GatewayNotice {
  externalId: string
  /** Null when the message concerns no charge. */
  chargeId: string | null
  externalReference: string | null
  /** The gateway's event name, recorded in the ledger. */
  kind: string
  /** One of our status codes; null when the event changes none (viewed, updated…). */
  status: number | null
  /** It is about a refund: what the gateway says of the charge's refunds is requested too. */
  concernsRefunds: boolean
}

/** Every call throws `GatewayUnavailable` when the gateway serves nobody at the moment. */
export interface PaymentGateway {
  readonly provider: string
  /** Whether it can send a part of a charge to another wallet. */
  readonly canSplit: boolean
  /** All charges with this reference, newest first: a lost answer or a slow gateway may have left several. */
  findCharges(externalReference: string): Promise<Charge[]>
  /** Throws `GatewayRefusal` when the gateway will never accept the request; any other error is worth a retry. */
  createCharge(request: ChargeRequest): Promise<Charge>
  getCharge(chargeId: string): Promise<Charge>
  /** The charges created on a day of São Paulo's, in pages: `next` is null on the last one. */
  listCharges(day: IsoDate, cursor: number): Promise<ChargePage>
  paymentDetails(chargeId: string): Promise<PaymentDetails>
  /** True when the charge can no longer be paid or does not exist; false when it is paid or in analysis. */
  cancelCharge(chargeId: string): Promise<boolean>
  /**
   * Sends money back; `listRefunds` says what became of it. Gateways know no idempotency key: the caller searches by the reference first.
   * Where less than the amount is found, because it goes in parts and a process died, only the rest is sent.
   * Throws `GatewayRefusal` when the gateway will not do it (balance, time limit, a part of a boleto); any other error is worth a retry.
   */
  refund(request: RefundRequest): Promise<{ requestUrl: string | null }>
  /** All refunds of a charge, oldest first. */
  listRefunds(chargeId: string): Promise<GatewayRefund[]>
  /** Checks that the gateway sent the message, over the raw bytes of `body`. Throws `AppError('bad_signature')`. */
  readNotice(headers: Record<string, string | string[] | undefined>, body: Buffer): GatewayNotice
}

/** The gateway refused permanently; `message` is its reason in Portuguese. */
export class GatewayRefusal extends Error {}

/** The gateway answers no request at the moment: no response, 5xx, rate limit, rejected API key. */
export class GatewayUnavailable extends Error {}
