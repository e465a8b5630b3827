import { useEffect, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  type DraftOwner,
  forgetDraft,
  readDraft,
  type StoredDraft,
  writeDraft,
} from './form/draft-storage.ts'
import type { EventForm } from './form/event-form.ts'
import { forgetSentCreation } from './form/sent-creation.ts'

const REST_MS = 400

/**
 * Keeps what is not saved yet in this browser, over a reload and a crash, and offers what an earlier visit left. What is
 * typed before the offer is answered is kept too; the offer then lives in this page alone.
 */
export function useEventDraft(form: UseFormReturn<EventForm>, { userId, event }: DraftOwner) {
  const owner = useMemo(() => ({ userId, event }), [userId, event])
  const [offer, setOffer] = useState<StoredDraft | null>(() => readDraft(owner))
  const { subscribe, reset } = form

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting: EventForm | null = null
    const write = () => {
      clearTimeout(timer)
      if (waiting) writeDraft(owner, { savedAt: new Date().toISOString(), form: waiting })
      waiting = null
    }
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer)
        // A saved or emptied form has no draft, and no earlier one that still waits to be written.
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
  }, [subscribe, owner])

  return {
    offer,
    recover() {
      if (offer) reset({ ...form.getValues(), ...offer.form }, { keepDefaultValues: true })
      setOffer(null)
    },
    /** Nothing is left unsaved, or what is was given up. */
    forget() {
      forgetDraft(owner)
      if (owner.event === 'novo') forgetSentCreation(owner.userId)
      setOffer(null)
    },
  }
}
