import { useState } from 'react'
import { get, useFormContext, useFormState } from 'react-hook-form'
import { useRequestedField } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'

/** Whether the fields at these paths are shown. They open when one is invalid or the user asks to see it. */
export function useOpened(paths: readonly string[], startsOpen = false) {
  const { control } = useFormContext<EventForm>()
  const { errors } = useFormState({ control })
  const wrong = paths.some((path) => Boolean(get(errors, path)))
  const [wasWrong, setWasWrong] = useState(wrong)
  const requested = useRequestedField()
  const isRequested = paths.some((path) => `${requested.field}.`.startsWith(`${path}.`))
  const [handledCount, setHandledCount] = useState(requested.count)
  const [open, setOpen] = useState(startsOpen || wrong || isRequested)
  if (wrong !== wasWrong) {
    setWasWrong(wrong)
    if (wrong) setOpen(true)
  }
  if (requested.count !== handledCount) {
    setHandledCount(requested.count)
    if (isRequested) setOpen(true)
  }
  return { wrong, open, setOpen }
}
