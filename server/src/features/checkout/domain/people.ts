import type { IsoDate } from '#contract/dates.ts'
import type { Person } from '#contract/person.ts'

/** The account that orders, as its profile stands. */
export interface Buyer {
  name: string
  cpf: string | null
  phone: string | null
  birth_date: IsoDate | null
  sex: number | null
}

/** The buyer as a participant; null while the profile is incomplete. */
export function asPerson({ name, cpf, phone, birth_date, sex }: Buyer): Person | null {
  if (cpf === null || phone === null || birth_date === null || sex === null) return null
  return { name, cpf, phone, email: null, birth_date, sex: sex === 0 ? 0 : 1 }
}
