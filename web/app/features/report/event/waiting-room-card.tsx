import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getManagedWaitingRoom,
  type ManagedWaitingRoom,
  markWaitingRoom,
} from '#contract/checkout/waiting-room.ts'
import { plural } from '#contract/words.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { showToast } from '#web/ui/toast.ts'
import classes from '../report.module.css'

const LIVE_MS = 5_000

const managedRoomQuery = (eventId: number) =>
  dataQuery(['organizer', 'waiting-room', eventId], getManagedWaitingRoom, { params: { eventId } })

export function WaitingRoomCard({ eventId }: { eventId: number }) {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...managedRoomQuery(eventId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.is_open ? LIVE_MS : false),
  })
  const mark = useMutation({
    mutationFn: (isMarked: boolean) =>
      api(markWaitingRoom, { params: { eventId }, body: { is_marked: isMarked } }),
    onSuccess({ data: room, message }) {
      queries.setQueryData(managedRoomQuery(eventId).queryKey, room)
      if (message) showToast('success', message)
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao mudar a sala de espera.')),
  })
  if (!data) return null
  return (
    <section className={classes.card} aria-label="Sala de espera">
      <h2>Sala de espera</h2>
      <Switch
        my="xs"
        label="Abrir para esta corrida"
        description="As pessoas esperam em ordem de chegada. Sem isso, a sala só abre sozinha quando há gente demais."
        checked={data.is_marked}
        disabled={mark.isPending}
        onChange={({ currentTarget }) => mark.mutate(currentTarget.checked)}
      />
      <p className={classes.note} aria-live="polite">
        {stateWords(data)}
      </p>
    </section>
  )
}

function stateWords({ is_open, waiting, admitted, per_minute }: ManagedWaitingRoom): string {
  if (!is_open) return 'Fechada: todos entram direto.'
  const people = (count: number) => plural(count, 'pessoa', 'pessoas')
  return `Aberta: ${people(waiting)} na fila, ${people(admitted)} já entraram${per_minute > 0 ? `, ${people(per_minute)} por minuto` : ''}.`
}
