import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { EMPTY_REGISTRATION, type Registration, type RegistrationValues } from './registration-values.ts'

const KEY = 'account-registration'

/** Keeps what is typed over a reload, in this tab alone. Never the password, never the file. */
export function useDraft({
  reset,
  subscribe,
}: UseFormReturn<RegistrationValues, unknown, Registration>): void {
  useEffect(() => {
    const draft = readDraft()
    if (draft) reset({ ...EMPTY_REGISTRATION, ...draft })
    return subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) })
  }, [reset, subscribe])
}

function readDraft(): Partial<RegistrationValues> | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return typeof draft === 'object' ? draft : null
  } catch {
    return null // Not ours, or the storage is blocked.
  }
}

function writeDraft({ password: _password, image: _image, ...draft }: RegistrationValues): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // Blocked or full: a reload begins anew.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Blocked: there is none.
  }
}
