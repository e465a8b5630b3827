import { useCallback, useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import { type DraftAction, reduceDraft } from './draft-reducer.ts'
import { type DraftPlace, forgetDraft, readDraft, tabStorage, writeDraft } from './draft-storage.ts'

/**
 * The wizard's draft. Every change is in the tab's storage before `dispatch` returns, so that what is sent next (the attempt's key
 * above all) is known after a reload.
 */
export function useDraft(place: DraftPlace) {
  const [draft, setDraft] = useState(() => readDraft(tabStorage(), place, Date.now()))
  const current = useRef(draft)
  const forgotten = useRef(false)
  const { user, slug } = place

  const dispatch = useCallback(
    (action: DraftAction): Draft => {
      current.current = reduceDraft(current.current, action)
      if (!forgotten.current) writeDraft(tabStorage(), { user, slug }, current.current, Date.now())
      setDraft(current.current)
      return current.current
    },
    [user, slug],
  )
  /** For good: news of the event may come while the page is being left. */
  const forget = useCallback(() => {
    forgotten.current = true
    forgetDraft(tabStorage(), { user, slug })
  }, [user, slug])
  return { draft, dispatch, forget }
}
