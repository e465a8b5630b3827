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

/** Returns the buyer as a participant, or null while the profile is incomplete. */
export function personOfBuyer({ name, cpf, phone, birth_date, sex }: Buyer): Person | null {
  if (cpf === null || phone === null || birth_date === null || sex === null) return null
  return { name, cpf, phone, email: null, birth_date, sex: sex === 0 ? 0 : 1 }
}
