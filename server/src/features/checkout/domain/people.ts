import type { z } from 'zod'
import type { AdditionalParticipant, RegisterParticipantInput } from '#contract/checkout.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Person } from '#contract/person.ts'

/** The profile of the account that orders. */
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
}

/** Everybody an order registers, the buyer first, unless they are left out; null while the buyer's profile is incomplete. */
export function peopleOf(
  { participants, without_buyer: withoutBuyer }: z.output<typeof RegisterParticipantInput>,
  { name, cpf, phone, birth_date, sex }: Buyer,
): OrderedPerson[] | null {
  if (cpf === null || phone === null || birth_date === null || sex === null) return null
  const buyer: Person = { name, cpf, phone, email: null, birth_date, sex: sex === 0 ? 0 : 1 }
  const others = participants.map((one, index) => ({ who: index + 1, person: personOfParticipant(one) }))
  return withoutBuyer ? others : [{ who: 0, person: buyer }, ...others]
}

/** The personal data of an additional participant, without their choice. */
const personOfParticipant = ({
  modality_id: _modality,
  category_id: _category,
  product_id: _kit,
  shirt_size_id: _size,
  ...person
}: AdditionalParticipant): Person => person
