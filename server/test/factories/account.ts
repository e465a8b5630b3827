import type { RegisterAccountInput } from '#contract/account/account.ts'
import { nextCpf, nextNumber } from './user.ts'

export const PASSWORD = 'uma senha boa'
/**
 * The hash of `PASSWORD` with the cheapest parameters of Argon2, because verifying costs as much as hashing:
 * the product's own parameters take some 40 ms.
 */
export const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$QModhUb16MJ92U5/3pwpng$w47lK8CZlPxC97qSwJAfBlcAjsCjD8MTkytabRi36Bo'

/** A complete and valid registration form. */
export function registrationForm(changes: Partial<RegisterAccountInput> = {}): RegisterAccountInput {
  const n = nextNumber()
  return {
    name: `Maria Souza ${n}`,
    email: `Maria${n}@Exemplo.test`,
    birth_date: '20/05/1990',
    password: PASSWORD,
    sex: 1,
    rg: '12.345.678-9',
    cpf: nextCpf(),
    phone: '(11) 98765-4321',
    emergency_contact: 'João Souza',
    emergency_contact_phone: '(11) 91234-5678',
    receive_promotions: true,
    receive_event_updates: false,
    accept_terms: true,
    image: null,
    type: 0,
    address: {
      zip: '01001-000',
      address: 'Praça da Sé',
      number: '100',
      complement: '',
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    },
    ...changes,
  }
}
