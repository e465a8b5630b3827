// Over 250 lines: the state of one draft between the form, the browser's storage and the server.

import { ERRORS } from '#contract/errors.ts'
import {
  deleteEventDraft,
  getEventDraft,
  listEventDrafts,
  saveEventDraft,
} from '#contract/event-management/event-drafts.ts'
import type { EventOwner } from '#contract/event-management/organizer-events.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { localDraft } from './event-drafts.ts'
import type { EventForm } from './form/event-form.ts'
import { differencesBetween, isConflict, merge, preferred } from './form/merge.ts'
import { readDraft } from './form/read-draft.ts'

const LOCAL_MS = 400
const REST_MS = 3_000
const RETRY_MS = 15_000
const LONGEST_TITLE = 160

/** A draft as the server has it. */
export interface ServerDraft {
  id: string
  version: number
  form: EventForm
  /** What its form was filled with; null for a new event. */
  base: EventForm | null
  /** The organizer of a new event; null for callers who do not choose one, and before they do. */
  owner: EventOwner | null
  by: string | null
  at: string
}

export type DraftState =
  /** `idle`: nothing was typed yet. `untitled`: a draft without a title is not saved. */
  | { kind: 'idle' | 'untitled' | 'waiting' | 'saving' }
  | { kind: 'saved'; at: number }
  /** Only in this browser. */
  | { kind: 'local'; message: string | null }
  /** Somebody else changed a field that was also changed here. Nothing is saved until it is resolved. */
  | { kind: 'conflict'; theirs: ServerDraft }
  /** Somebody else deleted it, or made the event from it. */
  | { kind: 'gone' }

export interface DraftPlace {
  userId: number
  /** Null for a new event. */
  event: { id: number; title: string; form: EventForm } | null
  /** Whether the caller chooses the organizer of a new event. */
  choosesOwner: boolean
  /** Shows a form that was merged with somebody else's. */
  show: (form: EventForm) => void
}

const newDraft = (id: string = crypto.randomUUID()) => ({ id, version: 0, form: null as EventForm | null })

/**
 * Saves the form on the server some seconds after the last change, and in the browser until then. Forms that
 * come from the editor are copied, because react-hook-form changes the items of lists in place.
 */
export class DraftSync {
  readonly #place: DraftPlace
  #draft: ReturnType<typeof newDraft>
  /** What the form was filled with. */
  #base: EventForm | null
  /** What the server lacks; null if it has everything. */
  #unsaved: EventForm | null = null
  /** What was sent without an answer; the server may have it. */
  #sent: EventForm | null = null
  #state: DraftState = { kind: 'idle' }
  #sending: Promise<void> | null = null
  #isShown = true
  #localTimer: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  /** `id` is that of the draft with which the editor was opened. */
  constructor(place: DraftPlace, id?: string) {
    this.#place = place
    this.#base = place.event?.form ?? null
    this.#draft = newDraft(id)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly getState = (): DraftState => this.#state

  /** The stored draft with its version, to be deleted by the save that makes an event of it. */
  get stored(): { id: string; version: number } | null {
    const { id, version } = this.#draft
    return version > 0 ? { id, version } : null
  }

  /** What the form was filled with; null for a new event. */
  get base(): EventForm | null {
    return this.#base
  }

  /** What both started with. A form that was sent from here without an answer is not somebody else's. */
  commonWith(theirs: EventForm): EventForm | null {
    if (this.#sent && differencesBetween(null, this.#sent, theirs).length === 0) return theirs
    return this.#draft.form ?? this.#base
  }

  /** Goes on with a draft that the server has. `form` is what the screen shows of it. */
  open({ id, version, form, base, at }: ServerDraft): void {
    this.#draft = { id, version, form: structuredClone(form) }
    this.#base = base ?? this.#base
    this.#set({ kind: 'saved', at: Date.parse(at) })
  }

  /** The form changed. Without changes against the event there is nothing to keep. */
  change(form: EventForm, isDirty: boolean): void {
    if (!isDirty && this.#draft.version === 0 && !this.#sending) this.#forget()
    else if (this.#unsaved || JSON.stringify(form) !== JSON.stringify(this.#draft.form)) this.#keepSoon(form)
  }

  #keepSoon(form: EventForm): void {
    this.#unsaved = structuredClone(form)
    clearTimeout(this.#localTimer)
    this.#localTimer = setTimeout(() => this.keep(), LOCAL_MS)
    if (this.#state.kind === 'conflict' || this.#state.kind === 'gone') return
    const isTitled = this.#titleOf(form) !== ''
    this.#set({ kind: isTitled ? 'waiting' : 'untitled' })
    if (isTitled) this.#later(REST_MS)
  }

  /** Writes to the browser's storage what the server lacks. */
  keep(): void {
    clearTimeout(this.#localTimer)
    if (!this.#unsaved) return
    const { id, version, form } = this.#draft
    this.#local.write({
      savedAt: new Date().toISOString(),
      form: this.#unsaved,
      base: this.#base,
      ...(form && { synced: { id, version, form } }),
    })
  }

  async save(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    const { kind } = this.#state
    if (!this.#unsaved || kind === 'conflict' || kind === 'gone') return
    if (this.#titleOf(this.#unsaved) === '') return
    this.#sending = this.#send().finally(() => {
      this.#sending = null
    })
    await this.#sending
  }

  /** Waits for a save on its way, so that the version is known. Another one begins only if the event's fails. */
  async settle(): Promise<{ id: string; version: number } | null> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    if (this.#unsaved) this.#later(RETRY_MS)
    return this.stored
  }

  /** Ends the draft: its content was saved as the event, or is not wanted. */
  end(base = this.#base): void {
    this.#forget()
    this.#draft = newDraft()
    this.#base = base
  }

  /** The form is shown, and saved until `hide`. */
  show(): void {
    this.#isShown = true
  }

  /**
   * The screen is left: what the server lacks is kept in the browser and sent once more. Who opens the draft
   * again goes on with it; a repetition from here would be somebody else's change to them.
   */
  hide(): void {
    this.#isShown = false
    this.keep()
    void this.save()
  }

  /** Begins another draft. This one stays on the server, and in the browser if the server lacks something. */
  leave(): void {
    this.keep()
    clearTimeout(this.#timer)
    this.#unsaved = null
    this.#sent = null
    this.#draft = newDraft()
    this.#set({ kind: 'idle' })
  }

  /** Throws `ApiFailure`. */
  async discard(): Promise<void> {
    const stored = await this.settle()
    if (stored) await api(deleteEventDraft, { params: { id: stored.id } }).catch(unlessGone)
    this.end()
  }

  /** The form now is `form`, which knows `theirs`. */
  resolve(theirs: ServerDraft, form: EventForm): void {
    this.#adopt(theirs, form)
    void this.save()
  }

  #adopt(theirs: ServerDraft, form: EventForm): void {
    this.#draft = theirs
    this.#base = theirs.base ?? this.#base
    this.#sent = null
    this.#set({ kind: 'waiting' })
    this.#unsaved = structuredClone(form)
    this.#place.show(form)
  }

  /** The server lost the draft. What the form holds is kept in the browser, for an event that is begun anew. */
  lose(form: EventForm): void {
    this.#forget()
    this.#draft = newDraft()
    this.#unsaved = structuredClone(form)
    this.keep()
    this.#set({ kind: 'gone' })
  }

  /** The form is based on another version of the event, whose save may have deleted the draft. Null: unknown. */
  rebase(base: EventForm | null, isDraftGone = false): void {
    if (isDraftGone) this.end(base)
    this.#base = base
  }

  /** The draft as it is now; null if it does not exist. Throws `ApiFailure`. */
  load(): Promise<ServerDraft | null> {
    const { event, choosesOwner } = this.#place
    return event ? draftOfEvent(event.id) : loadDraft(this.#draft.id, { eventId: null, choosesOwner })
  }

  get #local() {
    const { userId, event } = this.#place
    return localDraft({ userId, draft: event?.id ?? this.#draft.id })
  }

  #titleOf = ({ title }: EventForm) =>
    (title.trim() || this.#place.event?.title || '').slice(0, LONGEST_TITLE)

  #set(state: DraftState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), ms)
  }

  #forget(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#localTimer)
    this.#unsaved = null
    this.#sent = null
    this.#local.forget()
    this.#set({ kind: 'idle' })
  }

  async #send(): Promise<void> {
    // A form without an answer goes again before newer ones, so that the next version is known to hold it.
    const isAgain = this.#sent !== null
    const form = this.#sent ?? this.#unsaved
    if (!form) return
    this.#set({ kind: 'saving' })
    this.#sent = form
    const draft = this.#draft
    const { id, version } = draft
    const { event } = this.#place
    try {
      const { data } = await api(saveEventDraft, {
        params: { id },
        body: {
          version,
          event_id: event?.id ?? null,
          organizer_id: Number(form.organizer_id) || null,
          title: this.#titleOf(form),
          document: { form, base: this.#base },
        },
      })
      // Another draft was begun meanwhile.
      if (this.#draft !== draft) return
      this.#sent = null
      this.#draft = { id, version: data.version, form }
      if (this.#unsaved !== form) {
        this.keep()
        this.#set({ kind: 'waiting' })
        return this.#later(isAgain ? 0 : REST_MS)
      }
      this.#forget()
      this.#set({ kind: 'saved', at: Date.now() })
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      if (this.#draft === draft) await this.#meet(failure)
    }
  }

  /** After a failed save: without a conflict, both forms become one, which is saved. */
  async #meet(failure: ApiFailure): Promise<void> {
    if (!isStale(failure) && failure.status !== 404) {
      if (!isUnanswered(failure)) this.#sent = null
      return this.#keepHere(failure)
    }
    const refused = this.#draft
    let theirs: ServerDraft | null
    try {
      theirs = await this.load()
    } catch (reason) {
      return this.#keepHere(reason)
    }
    const mine = this.#unsaved
    if (!mine || this.#draft !== refused) return
    if (!theirs) return this.lose(mine)
    // Refused for another reason than its version, so the next one would be as well.
    if (theirs.id === refused.id && theirs.version === refused.version) return this.#keepHere(failure)
    this.keep()
    const common = this.commonWith(theirs.form)
    this.#sent = null
    if (differencesBetween(common, mine, theirs.form).some(isConflict))
      return this.#set({ kind: 'conflict', theirs })
    const merged = merge(common, mine, theirs.form, preferred)
    this.#adopt(theirs, merged)
    return this.#send()
  }

  #keepHere(failure: unknown): void {
    if (!this.#isShown) return
    this.keep()
    const isOffline = failure instanceof ApiFailure && failure.status === 0
    this.#set({ kind: 'local', message: isOffline ? null : failureMessage(failure, '') })
    this.#later(RETRY_MS)
  }
}

const [STALE_STATUS, STALE_SENTENCE] = ERRORS.stale_version
export const isStale = ({ status, message, exception }: ApiFailure): boolean =>
  status === STALE_STATUS && (exception ?? message) === STALE_SENTENCE

/** The request may have been carried out nevertheless. */
const isUnanswered = ({ status }: ApiFailure) => status === 0 || status === 502 || status === 504

const unlessGone = (failure: unknown) => {
  if (!(failure instanceof ApiFailure) || failure.status !== 404) throw failure
  return null
}

interface Expected {
  /** Null for a new event. */
  eventId: number | null
  choosesOwner: boolean
}

/** Whoever wrote the form, it holds the organizer for callers who choose one, and only for them. */
export async function loadDraft(
  id: string,
  { eventId, choosesOwner }: Expected,
): Promise<ServerDraft | null> {
  const answer = await api(getEventDraft, { params: { id } }).catch(unlessGone)
  const form = answer?.data.event_id === eventId && readDraft(answer.data.document.form)
  if (!answer || !form) return null
  const { version, organizer_id: owner, organizer, updated_by: by, updated_at: at, document } = answer.data
  return {
    id,
    version,
    form: { ...form, organizer_id: choosesOwner ? String(owner ?? '') : null },
    base: readDraft(document.base),
    owner: choosesOwner && owner !== null ? { id: owner, fantasy_name: organizer ?? '' } : null,
    by,
    at,
  }
}

export async function draftOfEvent(eventId: number): Promise<ServerDraft | null> {
  const { data } = await api(listEventDrafts, { query: { event_id: eventId } })
  return data[0] ? loadDraft(data[0].id, { eventId, choosesOwner: false }) : null
}
