import type { DefaultValues } from 'react-hook-form'
import type { z } from 'zod'
import type { RegisterAccountInput } from '#contract/account.ts'

/** What the registration form holds. */
export type RegistrationValues = z.input<typeof RegisterAccountInput>
/** The same, checked and in the shape the API takes. */
export type Registration = z.output<typeof RegisterAccountInput>

export const EMPTY_REGISTRATION: DefaultValues<RegistrationValues> = {
  name: '',
  email: '',
  password: '',
  cpf: '',
  rg: '',
  birth_date: '',
  phone: '',
  emergency_contact: '',
  emergency_contact_phone: '',
  address: { zip: '', address: '', number: '', complement: '', district: '', city: '', state: '' },
  receive_promotions: false,
  receive_event_updates: false,
  image: null,
}
