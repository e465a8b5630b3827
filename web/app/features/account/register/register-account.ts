import { useEffect } from 'react'
import type { DefaultValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { RegisterAccountInput, registerAccount as registerAccountRoute } from '#contract/account/account.ts'
import { FORM_DATA } from '#contract/route.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { ACCOUNT_DRAFT } from '#web/storage/personal-drafts.ts'
import { readItem, removeItem, saveItem } from '#web/storage/tab-storage.ts'
import { NO_RUNNER, PERSON_LABELS, withPlainRg } from '../person-fields.tsx'
import { newSignUpSecret } from '../sign-up-secret.ts'

/** The schema of the registration form. The file is sent as a part of its own. */
export const RegistrationInput = RegisterAccountInput.extend({ image: z.instanceof(File).nullable() })
export type RegistrationValues = z.input<typeof RegistrationInput>
export type Registration = z.output<typeof RegistrationInput>

export const EMPTY_REGISTRATION: DefaultValues<RegistrationValues> = {
  ...NO_RUNNER,
  name: '',
  email: '',
  password: '',
  image: null,
}

const { name, cpf, rg, birth_date, sex, email, ...others } = PERSON_LABELS
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

export const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[]

const labelOf = (field: string): string => (field in LABELS ? LABELS[field as keyof typeof LABELS] : field)

/** Creates the account. Throws `ApiFailure` when it was not created. */
export async function registerAccount({ image, ...input }: Registration): Promise<void> {
  const body = { ...withPlainRg(input), sign_up_secret: newSignUpSecret() }
  const { status, message = '' } = await api(registerAccountRoute, {
    body,
    ...(image && { form: formOf(body, image) }),
  })
  // The definition of success in the specification (§7).
  if (status !== 201 && !message.includes('registrado')) throw new ApiFailure(status, message)
}

function formOf(body: object, image: File): FormData {
  const form = new FormData()
  form.append(FORM_DATA, JSON.stringify(body))
  form.append('image', image)
  return form
}

/** The text of the toast for a failure: a line for each field, or the server's message (§8). */
export function registrationProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'Erro ao registrar participante.'
  const lines = Object.entries(failure.errors).map(
    ([field, [message]]) => `Campo "${labelOf(field)}": ${message}`,
  )
  if (lines.length === 0) return failureMessage(failure, 'Erro ao registrar participante.')
  return [...(failure.status === 422 ? ['Erro de validação:'] : []), ...lines].join('\n')
}

/** Stores the typed values, so that they survive a reload of this tab. Password and file are never stored. */
export function useDraft({
  reset,
  subscribe,
}: UseFormReturn<RegistrationValues, unknown, Registration>): void {
  useEffect(() => {
    const item = readItem(ACCOUNT_DRAFT) as { draft?: Partial<RegistrationValues> } | null
    if (item?.draft) reset({ ...EMPTY_REGISTRATION, ...item.draft })
    return subscribe({
      formState: { values: true },
      callback: ({ values: { password: _password, image: _image, ...draft } }) =>
        saveItem(ACCOUNT_DRAFT, { draft }),
    })
  }, [reset, subscribe])
}

export const forgetDraft = (): void => removeItem(ACCOUNT_DRAFT)
