import { z } from 'zod'
import { Cpf, DateInput, Email, Name, Phone, type Sex } from '../fields.ts'

/** A new field needs a column and an input in the wizard; data export and account removal then include it. */
export const PersonFields = {
  name: Name('Preencha o nome do participante.'),
  cpf: Cpf('Preencha o CPF do participante.'),
  phone: Phone('Preencha o telefone do participante.'),
  birth_date: DateInput('Preencha a data de nascimento do participante.'),
  sex: z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? Number(value) : value),
    z.union([z.literal(0), z.literal(1)], { error: 'Selecione o sexo do participante.' }),
  ) as z.ZodType<z.infer<typeof Sex>, unknown>,
  /** An additional participant is notified at this address and can disown the registration. */
  email: z
    .union([z.literal('').transform(() => null), Email()])
    .nullish()
    .transform((email) => email ?? null),
}

/** Fields that the organizer may correct in a registration, and the names of their columns in mails. */
const { name, birth_date, sex } = PersonFields
export const CorrectableFields = { name, birth_date, sex }
export const CORRECTABLE_COLUMNS = {
  name: 'nome',
  birth_on: 'data de nascimento',
  sex: 'sexo',
} as const satisfies Record<Exclude<keyof typeof CorrectableFields, 'birth_date'> | 'birth_on', string>

export const Person = z.object(PersonFields)
export type Person = z.output<typeof Person>

export type PersonField = keyof typeof PersonFields
export const PERSON_FIELDS = Object.keys(PersonFields) as readonly PersonField[]

/** The columns of `registrations` that hold personal data, with their keys in the person's data export. */
export const PERSON_COLUMNS = {
  name: 'participante',
  cpf: 'cpf',
  phone: 'telefone',
  email: 'email',
  birth_on: 'data_de_nascimento',
  sex: 'sexo',
} as const satisfies Record<Exclude<PersonField, 'birth_date'> | 'birth_on', string>
export type PersonColumn = keyof typeof PERSON_COLUMNS
