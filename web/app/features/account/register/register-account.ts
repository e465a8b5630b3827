import { useEffect } from 'react'
import type { DefaultValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { RegisterAccountInput, registerAccount as registerAccountRoute } from '#contract/account.ts'
import { onlyDigits } from '#contract/documents.ts'
import { FORM_DATA } from '#contract/route.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { ACCOUNT_DRAFT } from '../../../personal-drafts.ts'
import { forgetKept, keep, readKept } from '../../../tab-storage.ts'
import { PERSON_LABELS } from '../person-fields.tsx'

/** The registration form. Its file is sent beside the other fields, not among them. */
export const RegistrationInput = RegisterAccountInput.extend({ image: z.instanceof(File).nullable() })
/** What it holds. */
export type RegistrationValues = z.input<typeof RegistrationInput>
/** The same, checked and in the shape the API takes. */
export type Registration = z.output<typeof RegistrationInput>

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

const { name, cpf, rg, birth_date, sex, email, ...others } = PERSON_LABELS
/** In the order of the form. */
const LABELS = {
  name,
  cpf,
  rg,
  birth_date,
  sex,
  image: 'Foto ou documento',
  email,
  password: 'Senha',
  ...others,
  accept_terms: 'Termo de consentimento',
} as const

/** Fields the server may refuse. */
export const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[]

const labelOf = (field: string): string => (field in LABELS ? LABELS[field as keyof typeof LABELS] : field)

/** Creates the account; throws `ApiFailure` when it was not created. */
export async function registerAccount({ image, ...input }: Registration): Promise<void> {
  const body = { ...input, rg: input.rg && (onlyDigits(input.rg) || null) }
  const { status, message = '' } = await api(registerAccountRoute, {
    body,
    ...(image && { form: formOf(body, image) }),
  })
  // How the specification defines success (§7).
  if (status !== 201 && !message.includes('registrado')) throw new ApiFailure(status, message)
}

function formOf(body: object, image: File): FormData {
  const form = new FormData()
  form.append(FORM_DATA, JSON.stringify(body))
  form.append('image', image)
  return form
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

/** Keeps what is typed over a reload, in this tab alone. Never the password, never the file. */
export function useDraft({
  reset,
  subscribe,
}: UseFormReturn<RegistrationValues, unknown, Registration>): void {
  useEffect(() => {
    const kept = readKept(ACCOUNT_DRAFT) as { draft?: Partial<RegistrationValues> } | null
    if (kept?.draft) reset({ ...EMPTY_REGISTRATION, ...kept.draft })
    return subscribe({
      formState: { values: true },
      callback: ({ values: { password: _password, image: _image, ...draft } }) =>
        keep(ACCOUNT_DRAFT, { draft }),
    })
  }, [reset, subscribe])
}

export const forgetDraft = (): void => forgetKept(ACCOUNT_DRAFT)
