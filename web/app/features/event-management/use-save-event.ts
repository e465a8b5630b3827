import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { updateEvent } from '#contract/event-management/organizer-events.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { EVENT_LISTS_KEY } from '#web/features/event/organizer-events.ts'
import { showToast } from '#web/ui/toast.ts'
import { createOnce } from './create-once.ts'
import { isStale } from './draft-sync.ts'
import type { EventForm } from './form/event-form.ts'
import { problemsOf } from './form/problems.ts'
import { formOf } from './form/read-event.ts'
import { inputOf } from './form/sent-event.ts'
import { eventHeadQuery, eventQuery } from './queries.ts'
import type { useChecks } from './use-checks.ts'

interface SaveOptions {
  form: UseFormReturn<EventForm>
  userId: number
  event: OrganizerEvent | null
  fees: FeePolicy
  checks: Pick<ReturnType<typeof useChecks>, 'refuse' | 'refuseByServer' | 'reset'>
  /** The draft of the form, which the save deletes; null if there is none. */
  draftOf: () => Promise<EventInput['from_draft'] | null>
  onSaved: (event: OrganizerEvent, close: boolean) => void
  /** Called when somebody else has saved the event or its draft since the form was filled. */
  onStale: (again: () => Promise<void>) => void
}

/** Saves the event as one document, completely or not at all. */
export function useSaveEvent({ form, userId, event, fees, checks, draftOf, onSaved, onStale }: SaveOptions) {
  const queries = useQueryClient()
  const eventId = event?.id ?? null
  const [saving, setSaving] = useState<'save' | 'close' | null>(null)

  /** Without `status` a new event is opened and a stored one keeps its status. */
  async function save(close: boolean, status?: 0 | 1): Promise<void> {
    if (saving) return
    form.clearErrors()
    const isDraft = !event?.opened && (status ?? event?.status) === EVENT_STATUS.closed
    const problems = problemsOf(form.getValues(), fees, isDraft)
    if (problems.length > 0) return checks.refuse(problems, isDraft)
    setSaving(close ? 'close' : 'save')
    try {
      const from_draft = await draftOf()
      const body = { ...inputOf(form.getValues(), status), ...(from_draft && { from_draft }) }
      const { data, message } = await send(userId, eventId, body)
      queries.setQueryData(eventQuery(data.id).queryKey, data)
      void queries.invalidateQueries({ queryKey: EVENT_LISTS_KEY })
      void queries.invalidateQueries({ queryKey: eventHeadQuery(data.id).queryKey })
      form.reset(formOf(data))
      checks.reset()
      showToast('success', message ?? SUCCESS[eventId === null ? 'created' : 'updated'])
      onSaved(data, close)
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      const refused = Object.entries(failure.errors).flatMap(([field, [message]]) =>
        message ? [{ field, message }] : [],
      )
      if (refused.length > 0) checks.refuseByServer(refused)
      else if (isStale(failure)) onStale(() => save(close, status))
      else showToast('error', failureMessage(failure, 'Erro ao salvar o evento.'))
    } finally {
      setSaving(null)
    }
  }
  return { saving, save }
}

const SUCCESS = { created: 'Evento criado com sucesso!', updated: 'Evento atualizado com sucesso!' }

const send = (userId: number, eventId: number | null, body: EventInput) =>
  eventId === null ? createOnce(userId, body) : api(updateEvent, { params: { id: eventId }, body })
