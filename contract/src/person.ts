import { z } from 'zod'
import { Cpf, DateInput, Email, Name, Phone, type Sex } from './fields.ts'

/**
 * The personal data in a registration, of the buyer or an additional participant. A new field here also needs a column of the same name
 * in `registrations` and an input in the wizard; it is exported to the person and removed with the account.
 */
export const PersonFields = {
  name: Name('Preencha o nome do participante.'),
  cpf: Cpf('Preencha o CPF do participante.'),
  phone: Phone('Preencha o telefone do participante.'),
  birth_date: DateInput('Preencha a data de nascimento do participante.'),
  sex: z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? Number(value) : value),
    z.union([z.literal(0), z.literal(1)], { error: 'Selecione o sexo do participante.' }),
  ) as z.ZodType<z.infer<typeof Sex>, unknown>,
  /** Optional. An additional participant is notified at this address and can disown the registration. */
  email: z
    .union([z.literal('').transform(() => null), Email()])
    .nullish()
    .transform((email) => email ?? null),
}

export const Person = z.object(PersonFields)
export type Person = z.output<typeof Person>

export type PersonField = keyof typeof PersonFields
export const PERSON_FIELDS = Object.keys(PersonFields) as readonly PersonField[]

/** The columns of `registrations` that hold a person's data, with their keys in the file of one's own data. */
export const PERSON_COLUMNS = {
  name: 'participante',
  cpf: 'cpf',
  phone: 'telefone',
  email: 'email',
  birth_on: 'data_de_nascimento',
  sex: 'sexo',
} as const satisfies Record<Exclude<PersonField, 'birth_date'> | 'birth_on', string>
export type PersonColumn = keyof typeof PERSON_COLUMNS
