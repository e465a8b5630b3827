import { Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addProducerToEvent, type Producer } from '#contract/producer/producer.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { useAction } from '#web/actions/use-action.ts'
import { api } from '#web/api/api.ts'
import { type AskedQuery, listFailure } from '#web/api/query-failure.ts'
import { NEW_PRODUCER_PATH } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { eventOptionsQuery, PRODUCERS_KEY, producersQuery } from '../queries.ts'

interface LinkDialogProps {
  /** The realizador to add to an event; null closes the dialog. */
  producer: Producer | null
  onClose: () => void
}

export function LinkDialog({ producer, onClose }: LinkDialogProps) {
  return (
    <Dialog opened={producer !== null} onClose={onClose} title="Relacionar a um evento">
      {producer && <EventChoice producer={producer} onClose={onClose} />}
    </Dialog>
  )
}

function EventChoice({ producer, onClose }: { producer: Producer; onClose: () => void }) {
  const events = useQuery(eventOptionsQuery)
  const linked = producer.events.map(({ id }) => id)
  return (
    <LinkForm
      query={events}
      options={events.data
        ?.filter(({ id }) => !linked.includes(id))
        .map(({ id, title }) => ({ value: String(id), label: title }))}
      words={{
        label: 'Evento',
        placeholder: 'Escolha um evento',
        none: 'Todos os eventos já estão relacionados.',
        missing: 'Selecione um evento para continuar!',
        confirm: 'Relacionar',
      }}
      bodyOf={(id) => ({ organizer_id: producer.id, event_id: id })}
      onMissing={(message) => showToast('error', message)}
      onClose={onClose}
    >
      <p>
        <strong>{producer.fantasy_name}</strong> passa a ver o evento escolhido, até onde vão as permissões
        que tem.
      </p>
    </LinkForm>
  )
}

interface AddDialogProps {
  open: boolean
  event: { id: number; title: string }
  present: readonly Producer[]
  onClose: () => void
}

export function AddDialog({ open, onClose, ...choice }: AddDialogProps) {
  return (
    <Dialog opened={open} onClose={onClose} title="Adicionar realizador">
      {open && <ProducerChoice {...choice} onClose={onClose} />}
    </Dialog>
  )
}

function ProducerChoice({ event, present, onClose }: Omit<AddDialogProps, 'open'>) {
  const mayCreate = useMay('create-realizador')
  const producers = useQuery(producersQuery)
  return (
    <LinkForm
      query={producers}
      options={producers.data
        ?.filter(({ id, blocked_at }) => !blocked_at && !present.some((one) => one.id === id))
        .map(({ id, fantasy_name }) => ({ value: String(id), label: fantasy_name }))}
      words={{
        label: 'Realizador',
        placeholder: 'Escolha um realizador',
        none: 'Todos já trabalham neste evento.',
        missing: 'Selecione um realizador para continuar!',
        confirm: 'Adicionar',
      }}
      bodyOf={(id) => ({ organizer_id: id, event_id: event.id })}
      create={
        mayCreate && (
          <div>
            <LinkButton to={NEW_PRODUCER_PATH} variant="subtle">
              Cadastrar um novo realizador
            </LinkButton>
          </div>
        )
      }
      onClose={onClose}
    >
      <p>
        Quem você escolher passa a ver <strong>{event.title}</strong>, até onde vão as permissões que tem.
      </p>
    </LinkForm>
  )
}

interface LinkFormProps {
  query: AskedQuery
  options: { value: string; label: string }[] | undefined
  words: { label: string; placeholder: string; none: string; missing: string; confirm: string }
  bodyOf: (chosen: number) => { organizer_id: number; event_id: number }
  children: ReactNode
  create?: ReactNode
  onMissing?: (message: string) => void
  onClose: () => void
}

function LinkForm({ query, options, words, bodyOf, children, create, onMissing, onClose }: LinkFormProps) {
  const failure = listFailure(query)
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const link = useAction({
    action: () => api(addProducerToEvent, { body: bodyOf(Number(chosen)) }),
    invalidates: PRODUCERS_KEY,
    success: 'Realizador relacionado ao evento com sucesso!',
    failure: 'Erro ao relacionar o realizador ao evento.',
    onDone: onClose,
  })
  if (failure) return <ErrorState {...failure} />
  return (
    <DialogForm
      confirmLabel={words.confirm}
      busy={link.isPending}
      disabled={!options}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) return link.mutate()
        setMissing(true)
        onMissing?.(words.missing)
      }}
      onClose={onClose}
    >
      {children}
      {options ? (
        <Select
          label={words.label}
          placeholder={words.placeholder}
          data={options}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setMissing(false)
          }}
          error={missing && words.missing}
          searchable
          nothingFoundMessage={options.length > 0 ? 'Sem opções' : words.none}
          data-autofocus
        />
      ) : (
        <Skeleton height={76} />
      )}
      {create}
    </DialogForm>
  )
}
