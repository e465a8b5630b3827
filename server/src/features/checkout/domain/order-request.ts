import type { IsoDate } from '#contract/dates.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Price } from '#contract/pricing/price.ts'
import type { CancellationTier } from '#contract/registration/cancellation.ts'
import type { Person } from '#contract/registration/person.ts'
import type { GrantedRight } from '#server/features/registration/queries.ts'

/** A stock level of which an order needs a unit; `name` is for the sentence when it is sold out. */
export interface NeededLevel {
  id: number
  kind:
    | 'event'
    | 'modality'
    | 'category'
    | 'kit'
    | 'shirt_size'
    | 'tier'
    | 'right'
    | 'coupon'
    | 'coupon_code'
    | 'coupon_person'
  name: string
}

export interface PlannedParticipant extends Person {
  /** The index in the order: 0 is the buyer, 1… the additional participants. */
  who: number
  modalityId: number
  categoryId: number
  kitId: number
  shirtSizeId: number | null
  tierId: number | null
  couponId: number | null
  /** What its claim stores. */
  right: GrantedRight | null
  couponCodeId: number | null
  price: Price
  /** From the event to the coupon: the first one without a unit left is reported. */
  levels: NeededLevel[]
}

/** An order checked and priced against one version of an event. */
export interface OrderPlan {
  eventId: number
  eventVersion: number
  /** Null when there is nothing to pay. */
  paymentType: PaymentType | null
  /** Whether the event accepts a payment method faster than a boleto. */
  hasFasterPayment: boolean
  /** One payment for all participants; otherwise one for each. */
  payTogether: boolean
  couponId: number | null
  /** The group that all participants join. */
  groupId: number | null
  /** Of each relay category of the order. */
  teams: { categoryId: number; name: string }[]
  totalCents: number
  /** The accepted terms. */
  terms: { id: number; version: number; kind: TermKind }[]
  /** Frozen on each registration. */
  cancellationTiers: readonly CancellationTier[]
  answers: {
    questionnaireId: number
    question: string
    /** Stored only for participants of this modality, category and kit; null or omitted: of all. */
    modalityId?: number | null
    categoryId?: number | null
    kitId?: number | null
    accepted: boolean
    value?: string | null
    filePath?: string | null
  }[]
  participants: PlannedParticipant[]
}

/** A plan with what `take_spots` needs to write it. */
export interface OrderRequest extends OrderPlan {
  buyerUserId: number
  key: string
  /** Hash of the request's content: the same key with another hash is refused. */
  requestHash: string
  at: Date
  /** On the process's own clock: of waiting orders, the earlier one is decided first. */
  arrivedAt: number
  ip: string | null
  /** The context of the request that its jobs carry (`withCurrentContext`); omitted: none. */
  jobContext?: unknown
  provider: string
  dueOn: IsoDate | null
}

/** The outcome of an order. `participant` is the index `who`; 0 is the buyer. */
export type OrderOutcome =
  | {
      kind: 'registered'
      orderId: number
      registrationIds: number[]
      paymentIds: (number | null)[]
      paymentTokens: (string | null)[]
      /** When unpaid spots are released; null at the end of the due day. */
      heldUntil: Date | null
    }
  | { kind: 'replayed'; orderId: number }
  | { kind: 'key_reused' }
  | { kind: 'stale' }
  /** The participant is the buyer, or was registered by the buyer's account. */
  | { kind: 'already_registered'; participant: number }
  /** The participant was registered by another account. */
  | { kind: 'registered_by_other'; participant: number }
  /** `left` is how many more unpaid spots the account may take. */
  | { kind: 'too_many_unpaid'; limit: number; left: number }
  | { kind: 'sold_out'; participant: number; levelId: number; unitsLeft: number }
  /** The tier has too few units left: the order must be planned with the next one. */
  | { kind: 'tier_ended'; levelId: number; unitsLeft: number }
  | { kind: 'boleto_too_slow' }

/** `contested`: another order of the call took the buyer's CPF, and the next call decides. */
export type OrderDecision = OrderOutcome | { kind: 'contested' }
