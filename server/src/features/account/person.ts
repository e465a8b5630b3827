import type { Profile } from '#contract/account/account.ts'
import type { Address, AddressInput } from '#contract/city/city.ts'
import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { VALIDATION } from '#contract/validation.ts'
import type { ADDRESS_COLUMNS, PersonalData, ProfileRow } from './queries.ts'

export function presentProfile(row: ProfileRow): Omit<Profile, 'pending_email'> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    cpf: row.cpf,
    rg: row.rg,
    birth_date: row.birth_on && toBrazilianDate(row.birth_on),
    sex: row.sex,
    emergency_contact: row.emergency_contact,
    emergency_contact_phone: row.emergency_contact_phone,
    image: row.image_path,
    address: presentAddress(row),
  }
}

type AddressRow = Pick<ProfileRow, (typeof ADDRESS_COLUMNS)[number]>

/** Null when none was given. */
export function presentAddress(row: AddressRow): Address | null {
  if (row.zip === null) return null
  return {
    zip: row.zip,
    address: row.street ?? '',
    number: row.street_number ?? '',
    complement: row.complement,
    district: row.district ?? '',
    city: row.city ?? '',
    state: row.state_code ?? '',
  }
}

export const addressColumns = (address: AddressInput) => ({
  zip: address.zip,
  street: address.address,
  street_number: address.number,
  complement: address.complement,
  district: address.district,
  city: address.city,
  state_code: address.state,
})

interface PersonInput {
  phone: string
  rg: string | null
  birth_date: string
  sex: 0 | 1
  emergency_contact: string
  emergency_contact_phone: string
  address: AddressInput
}

export const personColumns = (input: PersonInput) =>
  ({
    phone: input.phone,
    rg: input.rg,
    birth_on: input.birth_date,
    sex: input.sex,
    emergency_contact: input.emergency_contact,
    emergency_contact_phone: input.emergency_contact_phone,
    ...addressColumns(input.address),
  }) satisfies Partial<PersonalData>

export const birthDateProblem = (date: IsoDate, today: IsoDate): string | null =>
  date < today ? null : VALIDATION.dateMax(toBrazilianDate(today))
