import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { EventForm } from './form/event-form.ts'

const REST_MS = 150

/** A value computed from the form, updated after a pause in typing. `compute` must be a stable function. */
export function useComputed<T>(
  { subscribe, getValues }: UseFormReturn<EventForm>,
  compute: (form: EventForm) => T,
) {
  const [value, setValue] = useState(() => compute(getValues()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer)
        timer = setTimeout(() => setValue(compute(values)), REST_MS)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [subscribe, compute])
  return value
}
