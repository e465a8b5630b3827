import { z } from 'zod'
import { toIsoDate } from './dates.ts'
import { isCnpj, isCpf, normalizeCnpj, onlyDigits } from './documents.ts'
import { type Cents, toCents } from './money.ts'
import { nameProblem } from './names.ts'
import { QUESTION_KINDS } from './questions.ts'
import { VALIDATION } from './validation.ts'

// The schemas of single values. Apart from the rules they call, so that a page which only formats amounts and dates
// does not bring zod to the browser.

/** Required text whose absence has its own sentence: `required('Nome obrigatório')`. */
export const required = (message: string, max = 255) =>
  z.string({ error: message }).trim().min(1, message).max(max, `O campo pode ter no máximo ${max} caracteres`)

export const optionalText = (max = 255) =>
  z
    .string()
    .trim()
    .max(max, `O campo pode ter no máximo ${max} caracteres`)
    .nullish()
    .transform((text) => text || null)

/** Accepts an absent or empty value as null. */
export const orNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).prefault(null)

export const WRONG_ADDRESS = 'O campo precisa conter um endereço válido'
/** An address of the web. */
export const OptionalUrl = orNull(z.url({ protocol: /^https?$/, error: WRONG_ADDRESS }).max(500))

/** A name that other people read, of whom or what it may be: `names.ts` says what is none. */
export const Name = (missing: string, max = 120) =>
  required(missing, max).superRefine((text, context) => {
    // Too long is said above, and not looked at further.
    const problem = text === '' || text.length > max ? null : nameProblem(text)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

export const OptionalName = (max = 120) =>
  optionalText(max).superRefine((text, context) => {
    const problem = text === null || text.length > max ? null : nameProblem(text)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

/** Digits of a CPF with valid check digits. */
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

/** Ten or eleven digits: area code and number. */
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

/** For setting one; the login form asks for 5, as the specification says. */
export const SHORTEST_PASSWORD = 8

/** Not one character over and over; other lengths have messages of their own. */
const DIFFERENT_CHARACTERS = /^(?!(.)\1{7,127}$)/su

/** Sets a password: 8 to 128 characters, more than one of them different, no composition rules (OWASP ASVS 6.2.5). The server also refuses common ones. */
export const NewPassword = (missing = 'Senha obrigatória') =>
  z
    .string({ error: missing })
    .min(1, missing)
    .min(SHORTEST_PASSWORD, `O campo precisa ter pelo menos ${SHORTEST_PASSWORD} caracteres`)
    .max(128, 'O campo pode ter no máximo 128 caracteres')
    .regex(DIFFERENT_CHARACTERS, 'A senha não pode ser um só caractere repetido. Escolha outra.')
    .meta({ example: 'cavalo correto bateria' })

/** A password given to be compared: exactly as it was typed, its spaces too (OWASP ASVS 6.2.8). */
export const GivenPassword = (missing = 'Senha obrigatória') =>
  z.string({ error: missing }).min(1, missing).max(128, 'O campo pode ter no máximo 128 caracteres')

/** The caller's own password, asked again for what a stolen session must not do; absent where nothing of that kind changes. */
export const CurrentPassword = z.string().max(128).optional()

/** 0 Masculino, 1 Feminino. */
export const Sex = z.literal([0, 1], {
  error: ({ input }) => (input === undefined ? VALIDATION.required : VALIDATION.invalid),
})

/** A number or a yes from a form's text; the empty text stays what it is. */
export const fromText = (value: unknown) =>
  typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : value

/** One of these numbers; `"1"` and true count as 1, `"0"` and false as 0, and nothing else becomes a number, least of all nothing. */
export const oneOf = <const N extends readonly number[]>(...numbers: N) =>
  z.preprocess(fromText, z.literal(numbers, { error: VALIDATION.invalid }))

/** A day on its way in, either form; yields `yyyy-mm-dd`. */
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

/** The same for filters, where the empty text means no filter. */
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

/** A day on its way out: `DD/MM/YYYY`. */
export const BrazilianDate = z.string().meta({ description: 'Data DD/MM/AAAA', example: '05/12/2026' })
/** An instant on its way out: ISO 8601 in UTC. */
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

/** R$ 1.000.000,00: far above any race, far below what the database's integers hold. */
const MAX_CENTS: Cents = 100_000_000

/** An amount on its way in: decimal string or number, never negative, at most two decimals. Yields cents. */
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

/** An amount on its way out: `"129.90"`. */
export const Money = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: 'Valor em reais.', example: '129.90' })

/** The slug of a race that somebody means to register for; it travels along until they can. */
export const WaitingEvent = z
  .string()
  .regex(/^[a-z0-9-]{1,160}$/, 'Campo não é válido')
  .optional()

export const QuestionKind = z.enum(Object.keys(QUESTION_KINDS) as (keyof typeof QUESTION_KINDS)[], {
  error: VALIDATION.invalid,
})
