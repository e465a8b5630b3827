import { Button, Group, Select, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addProducerToEvent, type Producer } from '#contract/producer.ts'
import { api, failureMessage } from '../../../api.ts'
import { listFailure } from '../../../query-failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { showToast } from '../../../ui/toast.ts'
import { eventOptionsQuery, PRODUCERS_KEY } from '../queries.ts'
import classes from './producers.module.css'

interface LinkDialogProps {
  /** The realizador to link to an event; null closes the dialog. */
  producer: Producer | null
  onClose: () => void
}

export function LinkDialog({ producer, onClose }: LinkDialogProps) {
  return (
    <Dialog opened={producer !== null} onClose={onClose} title="Relacionar a um evento">
      {producer && <LinkForm producer={producer} onClose={onClose} />}
    </Dialog>
  )
}

const NONE_CHOSEN = 'Selecione um evento para continuar!'

function LinkForm({ producer, onClose }: { producer: Producer; onClose: () => void }) {
  const queries = useQueryClient()
  const events = useQuery(eventOptionsQuery)
  const failure = listFailure(events)
  const [eventId, setEventId] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const link = useMutation({
    mutationFn: () =>
      api(addProducerToEvent, { body: { organizer_id: producer.id, event_id: Number(eventId) } }),
    onSuccess: () => {
      showToast('success', 'Realizador relacionado ao evento com sucesso!')
      queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
      onClose()
    },
    onError: (reason) =>
      showToast('error', failureMessage(reason, 'Erro ao relacionar o realizador ao evento.')),
  })

  if (failure) {
    return <ErrorState {...failure} />
  }
  const linked = producer.events.map(({ id }) => id)
  const options = events.data
    ?.filter(({ id }) => !linked.includes(id))
    .map(({ id, title }) => ({ value: String(id), label: title }))
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (eventId) return link.mutate()
        setMissing(true)
        showToast('error', NONE_CHOSEN)
      }}
    >
      <p>
        <strong>{producer.fantasy_name}</strong> passa a ver o evento escolhido, até onde vão as permissões
        que tem.
      </p>
      {options ? (
        <Select
          label="Evento"
          placeholder="Escolha um evento"
          data={options}
          value={eventId}
          onChange={(value) => {
            setEventId(value)
            setMissing(false)
          }}
          error={missing && NONE_CHOSEN}
          searchable
          nothingFoundMessage={options.length > 0 ? 'Sem opções' : 'Todos os eventos já estão relacionados.'}
          data-autofocus
        />
      ) : (
        <Skeleton height={76} />
      )}
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onClose} disabled={link.isPending}>
          Cancelar
        </Button>
        <Button type="submit" loading={link.isPending} disabled={!options}>
          Relacionar
        </Button>
      </Group>
    </form>
  )
}
