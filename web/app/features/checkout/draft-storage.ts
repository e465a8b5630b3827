import { useCallback, useRef, useState } from 'react'
import { z } from 'zod'
import { isFresh, REGISTRATION_DRAFT } from '../../personal-drafts.ts'
import { Draft, type DraftAction, EMPTY_DRAFT, reduceDraft } from './draft.ts'

/** Grows when an older draft could no longer be read for what it meant. */
const VERSION = 1

const Stored = z.object({
  version: z.literal(VERSION),
  user: z.int(),
  savedAt: z.number(),
  draft: Draft,
})

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The tab's own storage, or one that keeps nothing where the browser forbids it. */
function tabStorage(): Storage {
  try {
    return sessionStorage
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  }
}

/** Whose draft of which event; it lives as long as the tab. */
interface DraftPlace {
  user: number
  slug: string
}

const keyOf = ({ slug }: DraftPlace) => REGISTRATION_DRAFT + slug

/** The draft as it was left; an empty one when there is none, or it is somebody else's, too old or not to be understood. */
export function readDraft(storage: Storage, place: DraftPlace, now: number): Draft {
  try {
    const text = storage.getItem(keyOf(place))
    if (text === null) return EMPTY_DRAFT
    const stored = Stored.parse(JSON.parse(text))
    if (stored.user === place.user && isFresh(stored.savedAt, now)) return stored.draft
  } catch {
    // Not ours, or of an older version of the page.
  }
  forgetDraft(storage, place)
  return EMPTY_DRAFT
}

/** Without room for it the wizard still works; only a reload starts anew. */
export function writeDraft(storage: Storage, place: DraftPlace, draft: Draft, now: number): void {
  try {
    storage.setItem(
      keyOf(place),
      JSON.stringify({ version: VERSION, user: place.user, savedAt: now, draft } satisfies z.input<
        typeof Stored
      >),
    )
  } catch {
    // Full: the draft lives as long as the page.
  }
}

export const forgetDraft = (storage: Storage, place: DraftPlace): void => storage.removeItem(keyOf(place))

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
