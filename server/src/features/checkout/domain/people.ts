import type { z } from 'zod'
import type {
  AdditionalParticipant,
  RegisterParticipantInput,
  RightClaim,
} from '#contract/checkout/checkout.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Person } from '#contract/registration/person.ts'

export interface Buyer {
  name: string
  cpf: string | null
  phone: string | null
  birth_date: IsoDate | null
  sex: number | null
}

/** A person with the index in the order: 0 is the buyer, 1… the additional participants. */
export interface OrderedPerson {
  who: number
  person: Person
  /** What the participant claims to have a right to. */
  claim: z.output<typeof RightClaim> | null
}

/** The buyer first, unless left out; null while the buyer's profile is incomplete. */
export function peopleOf(
  { participants, without_buyer: withoutBuyer, right }: z.output<typeof RegisterParticipantInput>,
  { name, cpf, phone, birth_date, sex }: Buyer,
): OrderedPerson[] | null {
  if (cpf === null || phone === null || birth_date === null || sex === null) return null
  const buyer: Person = { name, cpf, phone, email: null, birth_date, sex: sex === 0 ? 0 : 1 }
  const others = participants.map((one, index) => ({
    who: index + 1,
    person: personOfParticipant(one),
    claim: one.right ?? null,
  }))
  return withoutBuyer ? others : [{ who: 0, person: buyer, claim: right ?? null }, ...others]
}

const personOfParticipant = ({
  modality_id: _modality,
  category_id: _category,
  product_id: _kit,
  shirt_size_id: _size,
  right: _right,
  ...person
}: AdditionalParticipant): Person => person
