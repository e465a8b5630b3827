import { useEffect, useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { EventForm } from './form/event-form.ts'
import { stepOf } from './form/steps.ts'

/** Returns a function that shows a field: it opens its step and the cards around it, and focuses it. */
export function useFieldRequests({ setFocus }: UseFormReturn<EventForm>, goTo: (step: number) => void) {
  const [requested, setRequested] = useState({ field: '', count: 0 })
  useEffect(() => {
    // A list as a whole has no field; its step has taken the focus.
    if (requested.count > 0) setFocus(requested.field as FieldPath<EventForm>)
  }, [requested, setFocus])
  const showField = (field: string) => {
    goTo(stepOf(field))
    setRequested(({ count }) => ({ field, count: count + 1 }))
  }
  return [requested, showField] as const
}
