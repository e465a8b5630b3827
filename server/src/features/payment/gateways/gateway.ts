import type { IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'

/** Each gateway has an adapter; code outside this folder does not depend on its protocol. */

/** Maximum duration of `createCharge`, in milliseconds. */
export const CREATION_MS = 20_000
/** Maximum duration of `refund`, in milliseconds: Asaas recommends a minute for slow calls. */
export const REFUND_MS = 60_000

export interface ChargeRequest {
  /** Our unique key: charges are searched by it before a new one is created. */
  externalReference: string
  type: PaymentType
  amountCents: number
  /** The installments of a card. */
  installments: number
  /** A calendar day in São Paulo. */
  dueOn: string
  /** When it must no longer be payable, if before the end of the due date. */
  expiresAt: Date | null
  description: string
  /** The part that goes to another wallet once the charge is credited; only if the gateway `canSplit`. */
  split: { walletId: string; amountCents: Cents } | null
  payer: { userId: number; name: string; cpf: string; email: string; phone: string }
}

export interface Charge {
  id: string
  externalReference: string
  /** One of the codes of `PAYMENT_STATUS`. */
  status: number
  amountCents: number
  paidAt: Date | null
  /** The gateway's hosted page for the charge, where cards are paid. */
  paymentLink: string
  /** The PDF of a boleto, if the gateway has one. */
  boletoPdfUrl?: string
  /** Null until it is known. */
  feeCents: Cents | null
  /** Only for a card charged in several installments. */
  installments?: Installment[]
  /** A refund of the charge means a lost dispute. */
  disputed?: boolean
  /** What was or will be sent to another wallet, without what came back; absent when it is not reported. */
  splitCents?: Cents
}

export interface Installment {
  number: number
  amountCents: Cents
  /** Null until it is known. */
  feeCents: Cents | null
  isCredited: boolean
}

export interface ChargePage {
  charges: Charge[]
  /** Null on the last page. */
  next: number | null
}

/** A null part means that the charge cannot be paid that way, or no longer. A boleto may have a Pix code too. */
export interface PaymentDetails {
  pix: { payload: string; expiresAt: Date } | null
  /** 47 and 44 digits. */
  boleto: { digitableLine: string; barcode: string } | null
}

export interface RefundRequest {
  chargeId: string
  /** Our unique key: refunds are searched by it before a new one is made. */
  reference: string
  amountCents: number
  description: string
}

export interface GatewayRefund {
  /** Unique within its charge. */
  id: string
  /** Null for a refund that is not ours, or when the gateway stores no reference (a boleto at Asaas). */
  reference: string | null
  amountCents: number
  /**
   * `waiting`: in progress, or waiting for the payer's bank data. `unauthorized`: waits until the operator
   * authorizes it at the gateway. `cancelled`: the money is not returned.
   */
  status: 'waiting' | 'unauthorized' | 'done' | 'cancelled'
  /** Where the payer of a boleto provides their bank data. */
  requestUrl: string | null
  receiptUrl: string | null
  doneAt: Date | null
}

/** A message whose origin was verified. */
export interface GatewayNotice {
  externalId: string
  /** Null when it does not concern a charge. */
  chargeId: string | null
  externalReference: string | null
  /** The gateway's event name, recorded in the ledger. */
  kind: string
  /** Null when the event changes no status. */
  status: number | null
  /** The charge as the message describes it, if it is a single charge that was paid. Links are not kept. */
  paidCharge: Omit<Charge, 'paymentLink'> | null
  /** The charge's refunds must be requested from the gateway too. */
  concernsRefunds: boolean
  /** The part of the charge that another wallet holds may have changed. */
  concernsSplit: boolean
}

/** Every call throws `GatewayUnavailable` when the gateway is down for all requests. */
export interface PaymentGateway {
  readonly provider: string
  /** It can send a part of a charge to another wallet. */
  readonly canSplit: boolean
  /** Newest first; several after a lost response or a slow gateway. */
  findCharges(externalReference: string): Promise<Charge[]>
  /** Throws `GatewayRefusal` for a permanent refusal; any other error is worth a retry. */
  createCharge(request: ChargeRequest): Promise<Charge>
  getCharge(chargeId: string): Promise<Charge>
  /** The charges created on a day in São Paulo. */
  listCharges(day: IsoDate, cursor: number): Promise<ChargePage>
  /**
   * The single charges that can be paid and were created on this day in São Paulo or later, in pages of a
   * hundred, each of which costs a call. A gateway without a status for overdue charges lists them as
   * `pending`.
   */
  openCharges(from: IsoDate, status: 'pending' | 'overdue'): AsyncIterable<Charge[]>
  /** The charges in a dispute that is open or won but not yet paid back, in pages of a hundred. */
  disputedCharges(): AsyncIterable<Pick<Charge, 'id' | 'status'>[]>
  paymentDetails(chargeId: string, type: PaymentType): Promise<PaymentDetails>
  /**
   * Returns true when the charge can no longer be paid or does not exist, false when it is paid or in
   * analysis.
   */
  cancelCharge(chargeId: string): Promise<boolean>
  /**
   * Sends money back; `listRefunds` reports the result. Gateways have no idempotency keys, so the caller must
   * search by the reference first. What another wallet received comes back in proportion. If a part of the
   * amount was already sent, because a process died between the parts, only the rest is sent. Throws
   * `WholeChargeOnly` for a part of a boleto, without sending anything, `InsufficientBalance` while the
   * balance is too low, and `GatewayRefusal` when the gateway refuses for another reason; any other error is
   * worth a retry.
   */
  refund(request: RefundRequest): Promise<{ requestUrl: string | null }>
  /** Oldest first. */
  listRefunds(chargeId: string): Promise<GatewayRefund[]>
  /** Verifies the message's origin with the raw bytes of `body`. Throws `AppError('bad_signature')`. */
  readNotice(headers: Record<string, string | string[] | undefined>, body: Buffer): GatewayNotice
}

/**
 * The gateway refused permanently; `message` is its reason in Portuguese, `codes` are its own error codes.
 */
export class GatewayRefusal extends Error {
  readonly codes: readonly string[]
  constructor(message: string, codes: readonly string[] = []) {
    super(message)
    this.codes = codes
  }
}

/** The gateway refunds this charge only as a whole. */
export class WholeChargeOnly extends GatewayRefusal {}

/** The account's balance at the gateway does not cover the refund. */
export class InsufficientBalance extends GatewayRefusal {}

/** The gateway serves no requests at the moment: no response, 5xx, rate limit or rejected API key. */
export class GatewayUnavailable extends Error {
  /** The gateway certainly did not carry the request out. */
  readonly wasRejected: boolean
  constructor(
    message: string,
    { wasRejected = false, ...options }: ErrorOptions & { wasRejected?: boolean } = {},
  ) {
    super(message, options)
    this.wasRejected = wasRejected
  }
}

/** The calls that the gateway allows are used up for the caller's share: docs/algorithms/gateway-calls.md. */
export class CallsUsedUp extends GatewayUnavailable {
  constructor(message: string) {
    super(message, { wasRejected: true })
  }
}
