import type { AddressForm } from '../city/address-form.ts'

/** What a person types of themselves, as the forms of registration and profile hold it. */
export interface PersonForm extends AddressForm {
  name: string
  email: string
  cpf: string
  rg: string
  birth_date: string
  phone: string
  sex: 0 | 1
  emergency_contact: string
  emergency_contact_phone: string
}

/** The fields the server may blame, in the order they stand in, by the names people know them by. */
export const PERSON_LABELS = {
  name: 'Nome',
  email: 'Email',
  cpf: 'CPF',
  rg: 'RG',
  birth_date: 'Data de nascimento',
  phone: 'Telefone',
  sex: 'Sexo',
  emergency_contact: 'Contato de emergência',
  emergency_contact_phone: 'Telefone de emergência',
  'address.zip': 'CEP',
  'address.address': 'Endereço',
  'address.number': 'Número',
  'address.complement': 'Complemento',
  'address.district': 'Bairro',
  'address.state': 'Estado',
  'address.city': 'Cidade',
} as const
