import type { AdditionalParticipant } from '#contract/checkout.ts'
import type { IsoDate } from '#contract/dates.ts'

/** The account that orders, as its profile stands. */
export interface Buyer {
  name: string
  cpf: string | null
  phone: string | null
  birthOn: IsoDate | null
  sex: number | null
}

export interface Person {
  name: string
  cpf: string
  phone: string
  email: string | null
  birthOn: IsoDate
  sex: 0 | 1
}

const PROFILE = { cpf: 'CPF', phone: 'telefone', birthOn: 'data de nascimento', sex: 'sexo' } as const

/** What a profile lacks before it can be registered, in words. */
export const missingFrom = (buyer: Buyer): string[] =>
  Object.entries(PROFILE)
    .filter(([field]) => buyer[field as keyof typeof PROFILE] === null)
    .map(([, words]) => words)

/** The buyer as a participant; null while the profile is incomplete. */
export function asPerson({ name, cpf, phone, birthOn, sex }: Buyer): Person | null {
  if (cpf === null || phone === null || birthOn === null || sex === null) return null
  return { name, cpf, phone, email: null, birthOn, sex: sex === 0 ? 0 : 1 }
}

export const additionalPerson = (participant: AdditionalParticipant): Person => ({
  name: participant.name,
  cpf: participant.cpf,
  phone: participant.phone,
  email: participant.email ?? null,
  birthOn: participant.birth_date,
  sex: participant.sex,
})
