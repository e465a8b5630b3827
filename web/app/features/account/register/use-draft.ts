import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ACCOUNT_DRAFT, isFresh } from '../../../personal-drafts.ts'
import { EMPTY_REGISTRATION, type Registration, type RegistrationValues } from './registration-values.ts'

interface Stored {
  savedAt: number
  draft: Partial<RegistrationValues>
}

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
    const stored: Stored | null = JSON.parse(sessionStorage.getItem(ACCOUNT_DRAFT) ?? 'null')
    return isFresh(stored?.savedAt, Date.now()) ? (stored?.draft ?? null) : null
  } catch {
    return null // Not ours, or the storage is blocked.
  }
}

function writeDraft({ password: _password, image: _image, ...draft }: RegistrationValues): void {
  try {
    sessionStorage.setItem(ACCOUNT_DRAFT, JSON.stringify({ savedAt: Date.now(), draft } satisfies Stored))
  } catch {
    // Blocked or full: a reload begins anew.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(ACCOUNT_DRAFT)
  } catch {
    // Blocked: there is none.
  }
}
