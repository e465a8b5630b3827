import { useEffect, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type DraftOwner, type StoredDraft, sentCreation, storedDraft } from './event-drafts.ts'
import type { EventForm } from './form/event-form.ts'
import { completed } from './form/read-event.ts'

const REST_MS = 400

/**
 * Stores the unsaved form in the browser and offers the draft of an earlier visit. Typing before the offer is
 * answered overwrites the stored draft; the offered one then exists only in memory.
 */
export function useEventDraft(form: UseFormReturn<EventForm>, { userId, event }: DraftOwner) {
  const draft = useMemo(() => storedDraft({ userId, event }), [userId, event])
  const [offer, setOffer] = useState<StoredDraft | null>(() => draft.read())
  const { subscribe, reset } = form

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting: EventForm | null = null
    const write = () => {
      clearTimeout(timer)
      if (waiting) draft.write({ savedAt: new Date().toISOString(), form: waiting })
      waiting = null
    }
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer)
        // A saved or cleared form has no draft, so a pending write is dropped.
        waiting = isDirty ? values : null
        if (waiting) timer = setTimeout(write, REST_MS)
      },
    })
    window.addEventListener('pagehide', write)
    return () => {
      stop()
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [subscribe, draft])

  return {
    offer,
    recover() {
      if (offer) reset({ ...form.getValues(), ...completed(offer.form) }, { keepDefaultValues: true })
      setOffer(null)
    },
    /** Deletes the draft after a save, or when unsaved changes are discarded. */
    forget() {
      draft.forget()
      if (event === 'novo') sentCreation(userId).forget()
      setOffer(null)
    },
  }
}
