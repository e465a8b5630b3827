import { zodResolver } from '@hookform/resolvers/zod'
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { duplicateEvent, type OrganizerEventRow } from '#contract/event-management/organizer-events.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { useServerErrors } from '#web/api/use-server-errors.ts'
import { EVENT_LISTS_KEY } from '#web/features/event/organizer-events.ts'
import { MANAGE_EVENT_PATH, pathTo } from '#web/paths.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'

interface DuplicateDialogProps {
  event: OrganizerEventRow | null
  onClose: () => void
}

export function DuplicateDialog({ event, onClose }: DuplicateDialogProps) {
  return (
    <Dialog opened={event !== null} onClose={onClose} title="Duplicar evento">
      {event && <DuplicateForm event={event} onClose={onClose} />}
    </Dialog>
  )
}

const FIELDS = ['date_event'] as const

/** A retry must use the same idempotency key, because the first response may have been lost. */
function keyOf(keys: Map<string, string>, day: string): string {
  const key = keys.get(day) ?? crypto.randomUUID()
  keys.set(day, key)
  return key
}

function DuplicateForm({ event, onClose }: { event: OrganizerEventRow; onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(duplicateEvent.body),
    defaultValues: { date_event: '' },
  })
  const [, setFailure] = useServerErrors(form, FIELDS)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const keys = useRef(new Map<string, string>())

  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const headers = { 'Idempotency-Key': keyOf(keys.current, body.date_event) }
      const { data, message } = await api(duplicateEvent, { params: { id: event.id }, body, headers })
      showToast('success', message ?? 'Evento criado com sucesso!')
      await queries.invalidateQueries({ queryKey: EVENT_LISTS_KEY, refetchType: 'none' })
      await navigate(pathTo(MANAGE_EVENT_PATH, data.id))
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao cadastrar o evento.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })

  return (
    <DialogForm
      confirmLabel="Duplicar"
      busy={form.formState.isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text inherit>
        Uma cópia de <strong>{event.title}</strong> com modalidades, produtos, cupons, termos e perguntas. As
        outras datas andam junto com a da prova, as vagas voltam a ficar livres e o evento começa Inativo.
      </Text>
      <DateField
        control={form.control}
        name="date_event"
        label="Data da nova edição"
        description={event.date_event ? `A prova original é em ${event.date_event}` : undefined}
        data-autofocus
      />
    </DialogForm>
  )
}
