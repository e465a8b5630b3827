import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { duplicateEvent, type OrganizerEventRow } from '#contract/organizer-event.ts'
import { ApiFailure, api, failureMessage } from '../../../../api.ts'
import { MANAGE_EVENT_PATH, pathTo } from '../../../../paths.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { useServerErrors } from '../../../../use-server-errors.ts'
import { EVENT_LISTS_KEY } from '../queries.ts'

interface DuplicateDialogProps {
  /** Null: closed. */
  event: OrganizerEventRow | null
  onClose: () => void
}

/** Asks for the day of the next edition, creates it and opens its form. */
export function DuplicateDialog({ event, onClose }: DuplicateDialogProps) {
  return (
    <Dialog opened={event !== null} onClose={onClose} title="Duplicar evento">
      {event && <DuplicateForm event={event} onClose={onClose} />}
    </Dialog>
  )
}

const FIELDS = ['date_event'] as const

/** One idempotency key for each day: the answer to the first try may have been lost. */
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
  const { isSubmitting } = form.formState
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
    <form onSubmit={submit} noValidate aria-busy={isSubmitting}>
      <Stack gap="1.25rem">
        <Text inherit>
          Uma cópia de <strong>{event.title}</strong> com modalidades, produtos, cupons, termos e perguntas.
          As outras datas andam junto com a da prova, as vagas voltam a ficar livres e o evento começa
          Inativo.
        </Text>
        <DateField
          control={form.control}
          name="date_event"
          label="Data da nova edição"
          description={event.date_event ? `A prova original é em ${event.date_event}` : undefined}
          data-autofocus
        />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose} disabled={isSubmitting}>
            Cancelar
          </Button>
          <Button type="submit" loading={isSubmitting}>
            Duplicar
          </Button>
        </Group>
      </Stack>{' '}
    </form>
  )
}
