import type { CancellationTier } from '#contract/cancellation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Person } from '#contract/person.ts'
import type { Price } from '#contract/price.ts'

/** A stock level of which an order needs a unit; `kind` and `name` are for the sentence when it is sold out. */
export interface NeededLevel {
  id: number
  kind: 'event' | 'modality' | 'category' | 'kit' | 'shirt_size' | 'coupon'
  name: string
}

export interface PlannedParticipant extends Person {
  /** The index in the order: 0 is the buyer, 1… the additional participants. */
  who: number
  modalityId: number
  categoryId: number
  kitId: number
  shirtSizeId: number | null
  couponId: number | null
  price: Price
  /** From the event to the coupon: the first one without a unit left is reported. */
  levels: NeededLevel[]
}

/** An order checked and priced against one version of an event. The buyer is the first participant, unless they are left out. */
export interface OrderPlan {
  eventId: number
  eventVersion: number
  /** Null when there is nothing to pay. */
  paymentType: 0 | 1 | 2 | null
  /** Whether the event accepts a payment method faster than a boleto. */
  hasFasterPayment: boolean
  /** One payment for all participants; otherwise one for each. */
  payTogether: boolean
  couponId: number | null
  totalCents: number
  terms: { id: number; version: number }[]
  /** Frozen on each registration. */
  cancellationTiers: readonly CancellationTier[]
  answers: {
    questionnaireId: number
    question: string
    /** Kept only of the people who run it; left out or null: of all. */
    modalityId?: number | null
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
  /** When its request came, on the process's own clock: of orders that wait, the earlier one is decided first. */
  arrivedAt: number
  /** The client's address, for the audit log. */
  ip: string | null
  /** What its jobs carry of the request (`withCurrentOrigin`); left out: nothing. */
  jobOrigin?: unknown
  /** The payment gateway and the due date of the payments. */
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
  | { kind: 'boleto_too_slow' }

/** The decision of one call about an order. `contested`: another order of the call took the buyer's CPF, and the next call decides. */
export type OrderDecision = OrderOutcome | { kind: 'contested' }
