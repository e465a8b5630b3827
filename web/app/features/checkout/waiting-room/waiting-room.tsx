import { Alert, Progress } from '@mantine/core'
import { IconTicketOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { pauseMs, peopleAhead } from '#contract/checkout/waiting-room.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { countWords } from '#contract/words.ts'
import { longDate } from '#web/features/event/date-words.ts'
import { EVENT_PATH, HOME_PATH, pathTo } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { StatePicture } from '#web/ui/state-picture.tsx'
import { roomQuery } from '../queries.ts'
import { joinQueue } from './join-queue.ts'
import { storedTicket } from './ticket.ts'
import { useWaitingTitle } from './use-waiting-title.ts'
import { waitWords } from './wait.ts'
import classes from './waiting-room.module.css'

interface WaitingRoomProps {
  event: Pick<PublicEvent, 'id' | 'title' | 'slug' | 'start_date'>
  /** Called when it is the visitor's turn. Resolves to whether the server let them in. */
  onTurn: () => Promise<boolean>
}

/** The queue of an event in high demand: docs/algorithms/waiting-room.md. */
export default function WaitingRoom({ event, onTurn }: WaitingRoomProps) {
  const [ticket, setTicket] = useState(() => storedTicket(event.id).read())
  const [longest, setLongest] = useState(0)
  const room = useQuery({
    ...roomQuery(event.id),
    refetchInterval: ({ state: { data } }) => pauseMs(data, ticket?.number ?? null),
    refetchIntervalInBackground: true,
  })
  const state = room.data
  const ahead = state && ticket ? peopleAhead(state, ticket.number) : null
  const isTurn = state !== undefined && (!state.is_open || (ahead === 0 && state.starts_at === null))
  const join = useMutation({
    mutationFn: (challenge: string) => joinQueue(event.id, challenge),
    onSuccess: setTicket,
  })
  // Before registrations open, the first visitor has nobody ahead but still waits.
  useWaitingTitle(isTurn ? 0 : ahead || null)

  const onState = useEffectEvent(async () => {
    if (ahead !== null && ahead > longest) setLongest(ahead)
    if (isTurn && !(await onTurn())) {
      // The ticket was used by another account, so a new one is requested.
      storedTicket(event.id).forget()
      setTicket(null)
    }
    if (!ticket && state?.challenge && !join.isPending) join.mutate(state.challenge)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each answer, also one that says the same
  useEffect(() => void onState(), [room.dataUpdatedAt, ticket])

  return (
    <>
      <h1>Inscrição para: {event.title}</h1>
      <section className={classes.room} aria-label="Fila de espera" aria-busy={ahead === null}>
        <StatePicture name="queue" />
        <h2 className={classes.title}>
          {state?.starts_at ? 'A fila já começou' : 'Há muita gente se inscrevendo agora'}
        </h2>
        <div aria-live="polite" className={classes.wait}>
          {ahead === null ? (
            <p>Guardando o seu lugar na fila…</p>
          ) : (
            <>
              <p className={classes.ahead}>{isTurn ? 'É a sua vez!' : aheadWords(ahead)}</p>
              <p>
                {state?.starts_at && event.start_date
                  ? `As inscrições abrem em ${longDate(event.start_date)}.`
                  : waitWords(ahead, state?.per_minute ?? 0)}
              </p>
            </>
          )}
        </div>
        {ahead !== null && longest > 0 && (
          <Progress
            className={classes.progress}
            value={100 * (1 - ahead / longest)}
            aria-label="Quanto da fila já andou"
          />
        )}
        {state?.is_sold_out && (
          <Alert
            className={classes.soldOut}
            color="yellow"
            title="As vagas acabaram por enquanto"
            icon={<IconTicketOff size={20} aria-hidden />}
          >
            Vagas de quem não paga voltam a ficar disponíveis. Você pode continuar na fila ou escolher outra
            corrida.
          </Alert>
        )}
        <ul className={classes.notes}>
          <li>Esta página se atualiza sozinha e abre a inscrição quando chegar a sua vez.</li>
          <li>O seu lugar fica guardado neste navegador: pode recarregar a página, ou fechar e voltar.</li>
          <li>A ordem é a de chegada. Abrir mais abas não muda o seu lugar.</li>
        </ul>
        <div className={classes.ways}>
          <LinkButton to={pathTo(EVENT_PATH, event.slug)} variant="default">
            Ver o evento
          </LinkButton>
          <LinkButton to={HOME_PATH} variant="subtle">
            Ver outras corridas
          </LinkButton>
        </div>
      </section>
    </>
  )
}

const aheadWords = (ahead: number): string =>
  ahead === 0
    ? 'Você é a primeira pessoa da fila'
    : ahead === 1
      ? '1 pessoa na sua frente'
      : `${countWords(ahead)} pessoas na sua frente`
