import { z } from 'zod'
import { Cpf, DateInput, Email, Name, Phone, type Sex } from './fields.ts'

/**
 * What a registration says of the person who runs, the buyer or an additional participant. A field more here is a column more of
 * `registrations`, named the same, and an input more in the wizard.
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
  /** Optional: to tell an additional participant of the registration, so that they can say it is not theirs. */
  email: z
    .union([z.literal('').transform(() => null), Email()])
    .nullish()
    .transform((email) => email ?? null),
}

export const Person = z.object(PersonFields)
export type Person = z.output<typeof Person>

export type PersonField = keyof typeof PersonFields
export const PERSON_FIELDS = Object.keys(PersonFields) as readonly PersonField[]
