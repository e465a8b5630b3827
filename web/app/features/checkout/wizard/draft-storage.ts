import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { PublicEvent } from '#contract/event/event.ts'
import type { TextStorage } from '#web/storage/browser-storage.ts'
import { REGISTRATION_DRAFT } from '#web/storage/personal-drafts.ts'
import { readItem, removeItem, saveItem } from '#web/storage/tab-storage.ts'
import { Draft, type DraftAction, reduceDraft, STEPS } from './draft.ts'
import { withOnlyCategory, withOnlyKit } from './eligibility.ts'
import { firstDraft, type Opened } from './first-draft.ts'

/** Increase it when stored drafts of the current version can no longer be read. */
const VERSION = 2

const StoredDraft = z.object({ version: z.literal(VERSION), user: z.int(), draft: Draft })

interface DraftKey {
  user: number
  slug: string
}
const nameOf = ({ slug }: DraftKey) => REGISTRATION_DRAFT + slug

/** Null when none is stored, or when it is another user's, expired or unreadable. */
export function readDraft(key: DraftKey, storage?: TextStorage, now?: number): Draft | null {
  const { data } = StoredDraft.safeParse(readItem(nameOf(key), storage, now))
  if (data?.user === key.user) return data.draft
  removeItem(nameOf(key), storage)
  return null
}

export function writeDraft(key: DraftKey, draft: Draft, storage?: TextStorage, now?: number): void {
  const stored: z.input<typeof StoredDraft> = { version: VERSION, user: key.user, draft }
  saveItem(nameOf(key), stored, storage, now)
}

/** What has one possibility is selected at its own step, so that nothing changes out of sight. */
function withOnly(draft: Draft, event: PublicEvent): Draft {
  if (STEPS[draft.step] === 'Modalidade') return withOnlyCategory(draft, event)
  return STEPS[draft.step] === 'Kit' ? withOnlyKit(draft, event) : draft
}

/** Every change is stored before `dispatch` returns, so the idempotency key survives any reload. */
export function useDraft({ event, profile, usual }: Opened) {
  const { slug } = event
  const { id: user } = profile
  const [draft, setDraft] = useState(() => {
    const stored = readDraft({ user, slug })
    return stored
      ? reduceDraft(stored, { type: 'loaded', event, profile, usual })
      : firstDraft({ event, profile, usual })
  })
  const current = useRef(draft)
  const known = useRef(event)
  const forgotten = useRef(false)

  const dispatch = useCallback(
    (action: DraftAction): void => {
      current.current = withOnly(reduceDraft(current.current, action), known.current)
      if (!forgotten.current) writeDraft({ user, slug }, current.current)
      const show = () => setDraft(current.current)
      // A new step takes long to draw on a slow phone. Until then the press is already visible.
      if (action.type === 'set' && action.values.step !== undefined) startTransition(show)
      else show()
    },
    [user, slug],
  )
  useEffect(() => {
    const hasSameTerms = JSON.stringify(known.current.terms) === JSON.stringify(event.terms)
    known.current = event
    dispatch({ type: 'loaded', event, profile, usual, hasSameTerms })
  }, [dispatch, event, profile, usual])
  /** For good: an event that loads while the user leaves the page must not store it again. */
  const forget = useCallback(() => {
    forgotten.current = true
    removeItem(nameOf({ user, slug }))
  }, [user, slug])
  return { draft, dispatch, forget }
}
