import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { DRAFT_PARAM } from '#web/paths.ts'
import { DraftSync, type ServerDraft } from './draft-sync.ts'
import { type LocalDraft, localDraft, unsentDrafts } from './event-drafts.ts'
import type { EventForm } from './form/event-form.ts'
import { merge } from './form/merge.ts'
import { readDraft } from './form/read-draft.ts'
import { formOf } from './form/read-event.ts'

interface Options {
  form: UseFormReturn<EventForm>
  userId: number
  event: OrganizerEvent | null
  /** The draft with which the editor was opened. */
  opened: ServerDraft | null
  /** Whether the caller chooses the organizer of a new event. */
  choosesOwner: boolean
  /** False for callers who only look. */
  isEnabled: boolean
}

/** What the editor begins with, besides the stored event. */
interface Start {
  /** Unsaved changes; null if there are none. */
  content: EventForm | null
  /** What only this browser has; newer than the draft on the server. */
  local: LocalDraft | null
  /** The event was saved since they were made. */
  isOutdated: boolean
  /** Earlier new events that only this browser has, not resumed unless asked for. */
  offers: ReturnType<typeof unsentDrafts>
}

function startOf({ form, userId, event, opened, isEnabled }: Options): Start {
  const draft = event?.id ?? opened?.id
  if (!isEnabled || draft === undefined)
    return { content: null, local: null, isOutdated: false, offers: isEnabled ? unsentDrafts(userId) : [] }
  const stored = localDraft({ userId, draft }).read()
  const read = stored && readDraft(stored.form, form.getValues())
  const local = stored && read && { ...stored, form: read, base: readDraft(stored.base, form.getValues()) }
  const content = local?.form ?? opened?.form ?? null
  const isOutdated = event !== null && content !== null && content.lock_version !== event.lock_version
  return { content, local, isOutdated, offers: [] }
}

/** Saves the form as a draft while it is filled, and shows the draft with which the editor was opened. */
export function useEventDraft(options: Options) {
  const { form, userId, event, opened, choosesOwner, isEnabled } = options
  const { subscribe, reset, getValues } = form
  const [start] = useState(() => startOf(options))
  const [[offer, ...others], setOffers] = useState(start.offers)
  const [isOutdated, setOutdated] = useState(start.isOutdated)
  const [sync] = useState(() => {
    const own = event && { id: event.id, title: event.title, form: formOf(event) }
    const show = (merged: EventForm) => reset(merged, { keepDefaultValues: true })
    return new DraftSync({ userId, event: own, choosesOwner, show }, opened?.id)
  })
  const state = useSyncExternalStore(sync.subscribe, sync.getState, sync.getState)
  useDraftInUrl(event === null ? (sync.stored?.id ?? null) : null)

  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isEnabled || hasBegun.current) return
    hasBegun.current = true
    const { content, local, isOutdated: waits } = start
    if (content && !waits) {
      // The facts of the items, such as the units held, are those of the stored event.
      const shown = event ? merge(null, content, getValues(), () => 'mine') : content
      reset(shown, { keepDefaultValues: true })
    }
    if (opened && !local) sync.open({ ...opened, form: waits ? opened.form : getValues() })
    // What the server had then, so that its changes since are recognized.
    if (opened && local?.synced?.id === opened.id) sync.open({ ...opened, ...local.synced })
    // Without the version of the event with which they began, every difference is a conflict.
    if (waits) sync.rebase((local ?? opened)?.base ?? null)
    if (!local || waits) return
    sync.change(getValues(), true)
    void sync.save()
  }, [isEnabled, start, event, opened, sync, getValues, reset])

  useEffect(() => {
    if (!isEnabled || isOutdated) return
    sync.show()
    const keep = () => sync.keep()
    const save = () => void sync.save()
    const saveHidden = () => document.visibilityState === 'hidden' && save()
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => sync.change(values, isDirty ?? false),
    })
    window.addEventListener('pagehide', keep)
    window.addEventListener('online', save)
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      stop()
      window.removeEventListener('pagehide', keep)
      window.removeEventListener('online', save)
      document.removeEventListener('visibilitychange', saveHidden)
      sync.hide()
    }
  }, [isEnabled, isOutdated, sync, subscribe])

  return {
    sync,
    state,
    /** An earlier new event that only this browser has. */
    offer: offer ?? null,
    async takeOffer() {
      const taken = offer && readDraft(offer.form, getValues())
      if (!taken) return
      setOffers([])
      await sync.save()
      sync.leave()
      reset(taken, { keepDefaultValues: true })
      sync.change(taken, true)
      sync.keep()
      localDraft({ userId, draft: offer.draft }).forget()
    },
    dropOffer() {
      if (offer) localDraft({ userId, draft: offer.draft }).forget()
      setOffers(others)
    },
    /** Unsaved changes of an event that was saved since; they are not shown yet. */
    outdated: isOutdated ? start.content : null,
    endOutdated: () => setOutdated(false),
    /** The form began with unsaved changes. */
    isResumed: start.content !== null && !start.isOutdated,
  }
}

/** The address of a new event names its draft, so that a reload opens it again. */
function useDraftInUrl(id: string | null) {
  const [search, setSearch] = useSearchParams()
  const isNamed = id === null || search.get(DRAFT_PARAM) === id
  useEffect(() => {
    if (isNamed || id === null) return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set(DRAFT_PARAM, id)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isNamed, id, setSearch])
}
