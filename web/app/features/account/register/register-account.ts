import type { z } from 'zod'
import { type RegisterAccountInput, registerAccount as registerAccountRoute } from '#contract/account.ts'
import { onlyDigits } from '#contract/documents.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { PERSON_LABELS } from '../person-form.ts'

const { name, email, ...person } = PERSON_LABELS
const LABELS = {
  name,
  email,
  password: 'Senha',
  ...person,
  image: 'Foto ou documento',
  accept_terms: 'Termo de consentimento',
} as const

/** What the server may blame, in the order of the form. */
export const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[]

const labelOf = (field: string): string => (field in LABELS ? LABELS[field as keyof typeof LABELS] : field)

/** Makes the account; throws `ApiFailure` when there is none in the end. */
export async function registerAccount(input: z.output<typeof RegisterAccountInput>): Promise<void> {
  const body = { ...input, rg: input.rg && (onlyDigits(input.rg) || null) }
  const { status, message = '' } = await api(registerAccountRoute, { body })
  // So the specification tells success (§7).
  if (status !== 201 && !message.includes('registrado')) throw new ApiFailure(status, message)
}

/** What the toast says of a failure: a line for each field, or the server's sentence (§8). */
export function registrationProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'Erro ao registrar participante.'
  const lines = Object.entries(failure.errors).map(
    ([field, [message]]) => `Campo "${labelOf(field)}": ${message}`,
  )
  if (lines.length === 0) return failureMessage(failure, 'Erro ao registrar participante.')
  return [...(failure.status === 422 ? ['Erro de validação:'] : []), ...lines].join('\n')
}
