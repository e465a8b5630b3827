import type { IsoDate } from '#contract/dates.ts'
import type { Person } from '#contract/person.ts'
import type { Price } from '#contract/price.ts'

/** A stock level an order needs a unit of, and how to speak of it when nothing is left. */
export interface NeededLevel {
  id: number
  kind: 'event' | 'modality' | 'category' | 'kit' | 'shirt_size' | 'coupon'
  name: string
}

export interface PlannedParticipant extends Person {
  modalityId: number
  categoryId: number
  kitId: number
  shirtSizeId: number | null
  couponId: number | null
  price: Price
  /** From the widest to the narrowest: the first without a unit left is the one to name. */
  levels: NeededLevel[]
}

/** An order checked and priced against one version of an event. The buyer is the first participant. */
export interface OrderPlan {
  eventId: number
  eventVersion: number
  /** Null: nothing to pay. */
  paymentType: 0 | 1 | 2 | null
  /** Whether the event takes something faster than a boleto. */
  hasFasterPayment: boolean
  couponId: number | null
  totalCents: number
  terms: { id: number; version: number }[]
  answers: { questionnaireId: number; question: string; accepted: boolean; filePath?: string | null }[]
  participants: PlannedParticipant[]
}

/** A plan on its way to the write path. */
export interface OrderRequest extends OrderPlan {
  buyerUserId: number
  key: string
  /** Of what the buyer asked for: the same key with another hash is refused. */
  requestHash: string
  at: Date
  /** Where the request came from, for the audit trail. */
  ip: string | null
  /** Of the payments, when there are any. */
  provider: string
  dueOn: IsoDate | null
}

/** What became of an order. `participant` counts from 0, the buyer. */
export type OrderOutcome =
  | {
      kind: 'registered'
      orderId: number
      registrationIds: number[]
      paymentIds: (number | null)[]
      /** Null: its places wait to the end of the due day. */
      heldUntil: Date | null
    }
  | { kind: 'replayed'; orderId: number }
  | { kind: 'key_reused' }
  | { kind: 'stale' }
  /** The buyer, or one whom the buyer's account has registered. */
  | { kind: 'already_registered'; participant: number }
  /** One whom another account has registered. */
  | { kind: 'registered_by_other'; participant: number }
  /** `left`: how many more unpaid places the account may take. */
  | { kind: 'too_many_unpaid'; limit: number; left: number }
  | { kind: 'sold_out'; participant: number; levelId: number; unitsLeft: number }
  | { kind: 'boleto_too_slow' }

/** What one call says of an order. `contested`: another order of the call has the buyer's CPF; the next call decides. */
export type OrderDecision = OrderOutcome | { kind: 'contested' }
