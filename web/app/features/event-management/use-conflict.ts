import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { listEventHistory } from '#contract/event-management/event-history.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { showToast } from '#web/ui/toast.ts'
import type { ServerDraft } from './draft-sync.ts'
import type { EventForm } from './form/event-form.ts'
import { differencesBetween } from './form/merge.ts'
import { formOf } from './form/read-event.ts'
import { type Conflict, changeSentence } from './merge-dialog.tsx'
import type { useEventDraft } from './use-event-draft.ts'

interface Options {
  form: UseFormReturn<EventForm>
  draft: ReturnType<typeof useEventDraft>
  event: OrganizerEvent | null
  /** The name of the user, whose other device may have made the change. */
  me: string
  /** Loads the event again; resolves to null when that failed. */
  onReload: () => Promise<OrganizerEvent | null>
  onLeave: () => void
}

const GONE =
  'Outra pessoa apagou este rascunho ou já fez um evento dele. Confira a lista de eventos antes de salvar de novo.'

/** What two people changed: in the draft while it is filled, when it is saved, and before it is opened. */
export function useConflict({ form, draft, event, me, onReload, onLeave }: Options) {
  const { sync, state } = draft
  /** The conflict of a save. */
  const [refused, setRefused] = useState<Conflict | null>(null)
  const [postponed, setPostponed] = useState<ServerDraft | null>(null)
  const nameOf = (by: string | null) => (by === me ? 'outro aparelho' : (by ?? 'outra pessoa'))
  const sentence = (by: string | null, verb: string, at: string | null) =>
    changeSentence(by === me ? 'Você, em outro aparelho,' : (by ?? 'Outra pessoa'), verb, at)
  const show = (merged: EventForm) => form.reset(merged, { keepDefaultValues: true })

  const draftConflict = (theirs: ServerDraft): Omit<Conflict, 'onResolve' | 'onClose' | 'confirmLabel'> => ({
    reason: sentence(theirs.by, 'mudou este rascunho', theirs.at),
    base: sync.commonWith(theirs.form),
    mine: form.getValues(),
    theirs: theirs.form,
    by: nameOf(theirs.by),
  })

  function ofDraft(): Conflict | null {
    if (state.kind !== 'conflict' || state.theirs === postponed) return null
    const { theirs } = state
    return {
      ...draftConflict(theirs),
      confirmLabel: 'Guardar rascunho',
      onResolve: (merged) => sync.resolve(theirs, merged),
      onClose: () => setPostponed(theirs),
    }
  }

  /** The event was saved since the draft with which the editor opens. */
  function ofOpening(): Conflict | null {
    if (!event || !draft.outdated) return null
    return {
      reason: 'O evento foi salvo depois deste rascunho.',
      base: sync.base,
      mine: draft.outdated,
      theirs: formOf(event),
      by: 'evento salvo',
      confirmLabel: 'Continuar com o escolhido',
      onResolve: (merged) => {
        sync.rebase(formOf(event))
        show(merged)
        draft.endOutdated()
        sync.change(merged, true)
        void sync.save()
      },
      onClose: onLeave,
      onDiscard: () => {
        draft.endOutdated()
        void sync.discard().catch((failure) => showToast('error', failureMessage(failure, GONE)))
      },
    }
  }

  async function ofEvent(fresh: OrganizerEvent, isDraftGone: boolean, again: () => Promise<void>) {
    const theirs = formOf(fresh)
    const mine = form.getValues()
    const onResolve = (merged: EventForm) => {
      setRefused(null)
      sync.rebase(theirs, isDraftGone)
      form.reset(theirs)
      show(merged)
      void again()
    }
    if (differencesBetween(sync.base, mine, theirs).length === 0) return onResolve(theirs)
    const query = { page: 1, per_page: 1 }
    const history = await api(listEventHistory, { params: { id: fresh.id }, query }).catch(() => null)
    const last = history?.data[0]
    setRefused({
      reason: sentence(last?.actor ?? null, 'salvou este evento', last?.at ?? null),
      base: sync.base,
      mine,
      theirs,
      by: nameOf(last?.actor ?? null),
      confirmLabel: 'Salvar o escolhido',
      onResolve,
      onClose: () => setRefused(null),
    })
  }

  /** After a refused save: shows what differs, and saves `again` when it is resolved. */
  async function meet(again: () => Promise<void>): Promise<void> {
    try {
      const theirs = await sync.load()
      const fresh = event && (await onReload())
      if (event && !fresh) return
      if (fresh && fresh.lock_version !== form.getValues('lock_version'))
        return await ofEvent(fresh, theirs === null, again)
      if (!theirs) {
        const wasNamed = sync.stored !== null
        sync.lose(form.getValues())
        // The event is as it was, only its draft was discarded, so the save overwrites nothing.
        return event && wasNamed ? await again() : showToast('error', GONE)
      }
      const onResolve = (merged: EventForm) => {
        setRefused(null)
        sync.resolve(theirs, merged)
        void again()
      }
      const conflict = draftConflict(theirs)
      const { base, mine } = conflict
      if (differencesBetween(base, mine, theirs.form).every((one) => !one.theirsChanged))
        return onResolve(mine)
      setRefused({
        ...conflict,
        confirmLabel: 'Salvar o escolhido',
        onResolve,
        onClose: () => setRefused(null),
      })
    } catch (failure) {
      showToast('error', failureMessage(failure, 'Erro ao salvar o evento.'))
    }
  }

  return {
    conflict: refused ?? ofOpening() ?? ofDraft(),
    meet,
    /** Shows a postponed conflict again. */
    compare: () => setPostponed(null),
  }
}
