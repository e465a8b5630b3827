import { useEffect, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiFailure } from './api.ts'
import { prepareToasts } from './ui/toast.ts'

/**
 * Shows the server's errors under their fields and focuses the first of them, in the order of `fields` (a constant). It
 * waits until the form is no longer submitting, because its fields may be disabled meanwhile. Errors without a field focus
 * `otherwise`.
 */
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
  /** The last failure, until `setFailure(null)`. */
  return [failure, setFailure] as const
}
