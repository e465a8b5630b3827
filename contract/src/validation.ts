import { config, type z } from 'zod'

/** A message of the schema itself takes precedence. */
export const VALIDATION = {
  invalid: 'Campo não é válido',
  required: 'O campo é obrigatório',
  email: 'O campo precisa conter um email válido',
  maxLength: (max: number | bigint) => `O campo pode ter no máximo ${max} caracteres`,
  minLength: (min: number | bigint) => `O campo precisa ter pelo menos ${min} caracteres`,
  exactLength: (length: number | bigint) => `O campo precisa ter exatamente ${length} caracteres`,
  dateMax: (max: string) => `A data deve ser menor que ${max}`,
  dateMin: (min: string) => `A data deve ser maior que ${min}`,
  integer: 'O campo precisa ter um valor inteiro',
  negative: 'O campo precisa ter um valor negativo',
  positive: 'O campo precisa ter um valor positivo',
  greaterThan: (min: number | bigint) => `O campo precisa ser maior que ${min}`,
  lessThan: (max: number | bigint) => `O campo precisa ser menor que ${max}`,
  min: (min: number | bigint) => `O campo precisa ser maior ou igual a ${min}`,
  max: (max: number | bigint) => `O campo precisa ser menor ou igual a ${max}`,
  maxItems: (max: number | bigint) => `O campo pode ter no máximo ${max} itens`,
} as const

/** Zod reports the bounds of a date in milliseconds. */
const brazilianDay = (bound: number | bigint) =>
  new Date(Number(bound)).toISOString().slice(0, 10).split('-').reverse().join('/')

function tooSmall(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const min = Number(issue.minimum)
  if (issue.origin === 'date') return VALIDATION.dateMin(brazilianDay(issue.minimum))
  if (issue.origin === 'string')
    return issue.exact
      ? VALIDATION.exactLength(min)
      : min === 1
        ? VALIDATION.required
        : VALIDATION.minLength(min)
  if (issue.origin === 'array') return VALIDATION.required
  if (min === 0 && !issue.inclusive) return VALIDATION.positive
  return issue.inclusive ? VALIDATION.min(min) : VALIDATION.greaterThan(min)
}

function tooBig(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const max = Number(issue.maximum)
  if (issue.origin === 'date') return VALIDATION.dateMax(brazilianDay(issue.maximum))
  if (issue.origin === 'string') return issue.exact ? VALIDATION.exactLength(max) : VALIDATION.maxLength(max)
  if (issue.origin === 'array') return VALIDATION.maxItems(max)
  if (max === 0 && !issue.inclusive) return VALIDATION.negative
  return issue.inclusive ? VALIDATION.max(max) : VALIDATION.lessThan(max)
}

export function genericMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      // Forms send an empty field as an empty text.
      if (issue.input === undefined || issue.input === null || issue.input === '') return VALIDATION.required
      return issue.expected === 'int' ? VALIDATION.integer : VALIDATION.invalid
    case 'too_small':
      return tooSmall(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>)
    case 'too_big':
      return tooBig(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>)
    case 'invalid_format':
      return issue.format === 'email' ? VALIDATION.email : VALIDATION.invalid
    default:
      return VALIDATION.invalid
  }
}

// Not as `z.config`: the bundler treats calls on `z` as pure and drops those whose result is unused.
config({
  customError: genericMessage,
  // The Content-Security-Policy forbids code that zod generates. zod reads this when a schema is created.
  jitless: 'document' in globalThis,
})
