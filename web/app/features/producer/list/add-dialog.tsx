import { Button, Group, Select, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addProducerToEvent, type Producer } from '#contract/producer.ts'
import { api, failureMessage } from '../../../api.ts'
import { NEW_PRODUCER_PATH } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useMay } from '../../../use-may.ts'
import { PRODUCERS_KEY, producersQuery } from '../queries.ts'
import classes from './producers.module.css'

interface AddDialogProps {
  open: boolean
  event: { id: number; title: string }
  /** Those who are in the event already. */
  present: readonly Producer[]
  onClose: () => void
}

/** Relates a realizador to the event whose screen it was opened from. */
export function AddDialog({ open, onClose, ...form }: AddDialogProps) {
  return (
    <Dialog opened={open} onClose={onClose} title="Adicionar realizador">
      {open && <AddForm {...form} onClose={onClose} />}
    </Dialog>
  )
}

const NONE_CHOSEN = 'Selecione um realizador para continuar!'

function AddForm({ event, present, onClose }: Omit<AddDialogProps, 'open'>) {
  const queries = useQueryClient()
  const mayCreate = useMay('create-realizador')
  const producers = useQuery(producersQuery)
  const failure = listFailure(producers)
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const add = useMutation({
    mutationFn: () => api(addProducerToEvent, { body: { organizer_id: Number(chosen), event_id: event.id } }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Realizador relacionado ao evento com sucesso!')
      await queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
      onClose()
    },
    onError: (reason) =>
      showToast('error', failureMessage(reason, 'Erro ao relacionar o realizador ao evento.')),
  })
  if (failure) return <ErrorState {...failure} />
  const options = producers.data
    ?.filter(({ id, blocked_at }) => !blocked_at && !present.some((one) => one.id === id))
    .map(({ id, fantasy_name }) => ({ value: String(id), label: fantasy_name }))
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(submit) => {
        submit.preventDefault()
        if (chosen) add.mutate()
        else setMissing(true)
      }}
    >
      <p>
        Quem você escolher passa a ver <strong>{event.title}</strong>, até onde vão as permissões que tem.
      </p>
      {options ? (
        <Select
          label="Realizador"
          placeholder="Escolha um realizador"
          data={options}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setMissing(false)
          }}
          error={missing && NONE_CHOSEN}
          searchable
          nothingFoundMessage={options.length > 0 ? 'Sem opções' : 'Todos já trabalham neste evento.'}
          data-autofocus
        />
      ) : (
        <Skeleton height={76} />
      )}
      {mayCreate && (
        <div>
          <LinkButton to={NEW_PRODUCER_PATH} variant="subtle">
            Cadastrar um novo realizador
          </LinkButton>
        </div>
      )}
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onClose} disabled={add.isPending}>
          Cancelar
        </Button>
        <Button type="submit" loading={add.isPending} disabled={!options}>
          Adicionar
        </Button>
      </Group>
    </form>
  )
}
