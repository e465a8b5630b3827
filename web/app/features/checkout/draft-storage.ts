import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { Profile } from '#contract/account.ts'
import type { WizardStart } from '#contract/checkout.ts'
import type { PublicEvent } from '#contract/event.ts'
import type { TextStorage } from '../../browser-storage.ts'
import { REGISTRATION_DRAFT } from '../../personal-drafts.ts'
import { forgetKept, keep, readKept } from '../../tab-storage.ts'
import { Draft, type DraftAction, EMPTY_DRAFT, reduceDraft } from './draft.ts'

/** Increased when drafts of the version before can no longer be read. */
const VERSION = 2

const Kept = z.object({ version: z.literal(VERSION), user: z.int(), draft: Draft })

/** Whose draft of which event. */
interface DraftKey {
  user: number
  slug: string
}
const nameOf = ({ slug }: DraftKey) => REGISTRATION_DRAFT + slug

/** The draft as it was left; an empty one when there is none, or it is somebody else's, too old or unreadable. */
export function readDraft(key: DraftKey, storage?: TextStorage, now?: number): Draft {
  const { data } = Kept.safeParse(readKept(nameOf(key), storage, now))
  if (data?.user === key.user) return data.draft
  forgetKept(nameOf(key), storage)
  return EMPTY_DRAFT
}

export function writeDraft(key: DraftKey, draft: Draft, storage?: TextStorage, now?: number): void {
  const kept: z.input<typeof Kept> = { version: VERSION, user: key.user, draft }
  keep(nameOf(key), kept, storage, now)
}

interface Opened {
  event: PublicEvent
  profile: Profile
  /** What was chosen the last time. */
  usual: WizardStart['last']
}

/**
 * The wizard's draft. Every change is stored before `dispatch` returns, so that the key of an attempt is known after a reload even when
 * the request is sent right away.
 */
export function useDraft({ event, profile, usual }: Opened) {
  const { slug } = event
  const { id: user } = profile
  const [draft, setDraft] = useState(() =>
    reduceDraft(readDraft({ user, slug }), { type: 'loaded', event, profile, usual }),
  )
  const current = useRef(draft)
  const forgotten = useRef(false)

  const dispatch = useCallback(
    (action: DraftAction): void => {
      current.current = reduceDraft(current.current, action)
      if (!forgotten.current) writeDraft({ user, slug }, current.current)
      setDraft(current.current)
    },
    [user, slug],
  )
  useEffect(() => dispatch({ type: 'loaded', event, profile, usual }), [dispatch, event, profile, usual])
  /** Permanent: an event that loads while the page is left must not store the draft again. */
  const forget = useCallback(() => {
    forgotten.current = true
    forgetKept(nameOf({ user, slug }))
  }, [user, slug])
  return { draft, dispatch, forget }
}
