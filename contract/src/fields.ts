import { z } from 'zod'
import { toIsoDate } from './dates.ts'
import { isCnpj, isCpf, normalizeCnpj, onlyDigits } from './documents.ts'
import { type Cents, toCents } from './money.ts'
import { nameProblem } from './names.ts'
import { ASKED, type Asked as AskedKey, QUESTION_KINDS } from './registration/questions.ts'
import { VALIDATION } from './validation.ts'

// The rules are in other files, so that pages which only format amounts and dates do not load zod.

export const required = (message: string, max = 255) =>
  z.string({ error: message }).trim().min(1, message).max(max, `O campo pode ter no máximo ${max} caracteres`)

export const optionalText = (max = 255) =>
  z
    .string()
    .trim()
    .max(max, `O campo pode ter no máximo ${max} caracteres`)
    .nullish()
    .transform((text) => text || null)

/** Accepts an empty value as null. */
export const emptyAsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable())

/** Accepts an empty value as absent: no filter. */
export const orAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** Accepts an absent or empty value as null. */
export const orNull = <T extends z.ZodType>(schema: T) => emptyAsNull(schema).prefault(null)

export const WRONG_ADDRESS = 'O campo precisa conter um endereço válido'
/** An http or https URL. */
export const OptionalUrl = orNull(z.url({ protocol: /^https?$/, error: WRONG_ADDRESS }).max(500))

/** A name that other people read. `names.ts` holds the rules. */
export const Name = (missing: string, max = 120) =>
  required(missing, max).superRefine((text, context) => {
    // `required` has reported a text that is too long.
    const problem = text === '' || text.length > max ? null : nameProblem(text)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

export const OptionalName = (max = 120) =>
  optionalText(max).superRefine((text, context) => {
    const problem = text === null || text.length > max ? null : nameProblem(text)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

/** A CPF with valid check digits; yields its digits. */
export const Cpf = (missing = 'CPF obrigatório') =>
  required(missing)
    .transform(onlyDigits)
    .refine(isCpf, { error: 'CPF inválido' })
    .meta({ example: '529.982.247-25' })

export const Cnpj = (missing = 'CNPJ obrigatório') =>
  required(missing)
    .transform(normalizeCnpj)
    .refine(isCnpj, { error: 'CNPJ inválido' })
    .meta({ example: '11.222.333/0001-81' })

/** Area code and number, ten or eleven digits; yields the digits. */
export const Phone = (missing = 'Telefone obrigatório') =>
  required(missing)
    .transform(onlyDigits)
    .refine((digits) => /^[1-9]{2}\d{8,9}$/.test(digits), { error: 'Telefone inválido' })
    .meta({ example: '(11) 98765-4321' })

export const Zip = (missing = 'CEP obrigatório') =>
  required(missing)
    .transform(onlyDigits)
    .refine((digits) => digits.length === 8, { error: 'CEP inválido' })
    .meta({ example: '01001-000' })

export const Email = (missing = 'Email obrigatório', invalid = 'Email inválido') =>
  required(missing)
    .toLowerCase()
    .pipe(z.email({ error: invalid }))
    .meta({ example: 'bruna@exemplo.com.br' })

/** Applies when a password is set. The login form asks for 5, as the specification says. */
export const SHORTEST_PASSWORD = 8

/** Refuses a repeated single character. Texts of other lengths pass, because they have their own messages. */
const DIFFERENT_CHARACTERS = /^(?!(.)\1{7,127}$)/su

/** No composition rules (OWASP ASVS 6.2.5). The server also refuses common passwords. */
export const NewPassword = (missing = 'Senha obrigatória') =>
  z
    .string({ error: missing })
    .min(1, missing)
    .min(SHORTEST_PASSWORD, `O campo precisa ter pelo menos ${SHORTEST_PASSWORD} caracteres`)
    .max(128, 'O campo pode ter no máximo 128 caracteres')
    .regex(DIFFERENT_CHARACTERS, 'A senha não pode ser um só caractere repetido. Escolha outra.')
    .meta({ example: 'cavalo correto bateria' })

/** A password to be verified, exactly as typed, including spaces (OWASP ASVS 6.2.8). */
export const GivenPassword = (missing = 'Senha obrigatória') =>
  z.string({ error: missing }).min(1, missing).max(128, 'O campo pode ter no máximo 128 caracteres')

/** Required for changes that a stolen session must not make. */
export const CurrentPassword = z.string().max(128).optional()

/** 0 Masculino, 1 Feminino. */
export const Sex = z.literal([0, 1], {
  error: ({ input }) => (input === undefined ? VALIDATION.required : VALIDATION.invalid),
})

/** An empty string stays as it is. */
export const fromText = (value: unknown) =>
  typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : value

/** `"1"` and true count as 1, `"0"` and false as 0. Empty values are refused, not read as 0. */
export const oneOf = <const N extends readonly number[]>(...numbers: N) =>
  z.preprocess(fromText, z.literal(numbers, { error: VALIDATION.invalid }))

/** A date in a request, as `DD/MM/YYYY` or `YYYY-MM-DD`; yields `yyyy-mm-dd`. */
export const DateInput = (missing = 'O campo é obrigatório') =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .transform((value, context) => {
      const date = toIsoDate(value)
      if (date) return date
      context.addIssue({ code: 'custom', message: 'Data inválida' })
      return z.NEVER
    })
    .meta({ example: '2026-12-05' })

/** A date of a filter; an empty string means no filter. */
export const OptionalDate = z
  .string()
  .trim()
  .optional()
  .transform((value, context) => {
    if (!value) return undefined
    const date = toIsoDate(value)
    if (date) return date
    context.addIssue({ code: 'custom', message: 'Data inválida' })
    return z.NEVER
  })
  .meta({ example: '2026-12-05' })

/** A date in a response: `DD/MM/YYYY`. */
export const BrazilianDate = z.string().meta({ description: 'Data DD/MM/AAAA', example: '05/12/2026' })
/** An instant in a response: ISO 8601 in UTC. */
export const Instant = z
  .string()
  .meta({ description: 'Instante ISO 8601', format: 'date-time', example: '2026-12-05T10:00:00.000Z' })
export const TimeInput = (missing = 'O campo é obrigatório') =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Campo não é válido')
    .meta({ example: '07:30' })

/** R$ 1.000.000,00: far above any race's price and far below the limit of a PostgreSQL integer. */
const MAX_CENTS: Cents = 100_000_000

/** A decimal string or number, not negative, with at most two decimals. Yields cents. */
export const MoneyInput = z
  .union([z.string(), z.number()], {
    error: (issue) => (issue.input == null ? VALIDATION.required : VALIDATION.invalid),
  })
  .transform((value, context) => {
    const cents = toCents(value)
    if (cents !== null && cents >= 0 && cents <= MAX_CENTS) return cents
    const message =
      value === ''
        ? VALIDATION.required
        : cents !== null && cents > MAX_CENTS
          ? VALIDATION.max(MAX_CENTS / 100)
          : VALIDATION.invalid
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .meta({ description: 'Valor em reais com ponto decimal.', example: '5.00' })

/** An amount in a response: `"129.90"`. */
export const Money = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: 'Valor em reais.', example: '129.90' })

/** The slug of the race that a person was registering for when they had to log in. */
export const WaitingEvent = z
  .string()
  .regex(/^[a-z0-9-]{1,160}$/, 'Campo não é válido')
  .optional()
/** Whether that person wants the alert of the race instead. */
export const WaitingAlert = z.boolean().optional()

/** What waits for a log-in. */
export const WAITING = { waiting_event: WaitingEvent, waiting_alert: WaitingAlert }
export interface Waiting {
  waiting_event?: string
  waiting_alert?: boolean
}

export const Asked = z.enum(Object.keys(ASKED) as AskedKey[], { error: VALIDATION.invalid })

export const QuestionKind = z.enum(Object.keys(QUESTION_KINDS) as (keyof typeof QUESTION_KINDS)[], {
  error: VALIDATION.invalid,
})
