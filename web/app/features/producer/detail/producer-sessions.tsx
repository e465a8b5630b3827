import { Button, Skeleton } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endProducerSession, endProducerSessions, type Producer } from '#contract/producer.ts'
import type { Session } from '#contract/session.ts'
import { api, failureMessage } from '../../../api.ts'
import { listFailure } from '../../../query-failure.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { showToast } from '../../../ui/toast.ts'
import { deviceWords } from '../../account/access/device-words.ts'
import classes from '../../account/access/session-list.module.css'
import { momentWords } from '../../registration/moment.ts'
import { sessionsOfProducerQuery } from '../queries.ts'

/** Where a realizador is signed in, and a way to sign them out of one device or of all. */
export function ProducerSessions({ producer: { id } }: { producer: Producer }) {
  const sessions = useQuery(sessionsOfProducerQuery(id))
  const failure = listFailure(sessions)
  const endAll = useEnding(id, () => api(endProducerSessions, { params: { id } }))
  return (
    <FormSection
      title="Sessões abertas"
      description="Os aparelhos em que este realizador entrou. Encerrada a sessão, ele precisa entrar de novo."
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : sessions.data?.length === 0 ? (
        <p>Nenhuma sessão aberta agora.</p>
      ) : (
        <>
          <ul className={classes.list} aria-busy={sessions.isPending}>
            {sessions.data?.map((session) => (
              <SessionItem key={session.id} producerId={id} session={session} />
            )) ?? <Skeleton component="li" height={56} />}
          </ul>
          {(sessions.data?.length ?? 0) > 1 && (
            <div>
              <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate()}>
                Encerrar todas
              </Button>
            </div>
          )}
        </>
      )}
    </FormSection>
  )
}

function SessionItem({ producerId, session }: { producerId: number; session: Session }) {
  const params = { id: producerId, sessionId: session.id }
  const end = useEnding(producerId, () => api(endProducerSession, { params }))
  const { name, handheld } = deviceWords(session.user_agent)
  const Icon = handheld ? IconDeviceMobile : IconDeviceLaptop
  return (
    <li className={classes.session}>
      <Icon size={28} aria-hidden />
      <div className={classes.words}>
        <strong>{name}</strong>
        <span>Último acesso em {momentWords(session.last_used_at)}</span>
      </div>
      <Button
        variant="default"
        loading={end.isPending}
        onClick={() => end.mutate()}
        aria-label={`Encerrar a sessão: ${name}`}
      >
        Encerrar
      </Button>
    </li>
  )
}

function useEnding(producerId: number, end: () => Promise<{ message?: string }>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: ({ message }) => showToast('success', message ?? 'Sessão encerrada.'),
    onError: (reason) => showToast('error', failureMessage(reason, 'Erro ao encerrar a sessão.')),
    onSettled: () => queries.invalidateQueries(sessionsOfProducerQuery(producerId)),
  })
}
