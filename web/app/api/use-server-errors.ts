import { useEffect, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { prepareToasts } from '#web/ui/toast.ts'
import type { ApiFailure } from './api.ts'

/** Shows the server's errors under their fields, once these are enabled again, and focuses the first one. */
export function useServerErrors<Form extends FieldValues, Output>(
  { setError, setFocus, formState: { isSubmitting } }: UseFormReturn<Form, unknown, Output>,
  fields: readonly FieldPath<Form>[],
  otherwise?: FieldPath<Form>,
) {
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  useEffect(prepareToasts, [])
  useEffect(() => {
    if (!failure || isSubmitting) return
    const wrong = fields.filter((field) => failure.errorOf(field))
    for (const field of wrong) setError(field, { type: 'server', message: failure.errorOf(field) ?? '' })
    const first = wrong[0] ?? otherwise
    if (first) setFocus(first)
  }, [failure, isSubmitting, fields, otherwise, setError, setFocus])
  /** The last failure, until `setFailure(null)` is called. */
  return [failure, setFailure] as const
}
