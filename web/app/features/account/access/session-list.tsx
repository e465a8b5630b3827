import { Badge, Button, Skeleton } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listSessions, revokeOtherSessions, revokeSession, type Session } from '#contract/account/session.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { showToast } from '#web/ui/toast.ts'
import { deviceWords } from './device-words.ts'
import classes from './session-list.module.css'

export const OwnSessions = () => (
  <SessionList
    title="Onde você está conectado"
    description="Não reconhece um aparelho? Encerre a sessão dele e troque a sua senha."
    queryKey={['sessions']}
    load={async (signal) => (await api(listSessions, { signal })).data}
    end={(id) => api(revokeSession, { params: { id } })}
    endAll={{
      label: 'Encerrar todas as outras',
      failure: 'Erro ao encerrar as sessões.',
      call: () => api(revokeOtherSessions),
    }}
  />
)

type Ended = Promise<{ message?: string }>

interface SessionListProps {
  title: string
  description: string
  queryKey: QueryKey
  load: (signal: AbortSignal) => Promise<Session[]>
  end: (id: number) => Ended
  endAll: { label: string; failure: string; call: () => Ended }
}

/** The open sessions of an account. The session of this browser is first and has no button that ends it. */
export function SessionList({ title, description, queryKey, load, end, endAll }: SessionListProps) {
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => load(signal), staleTime: 0 })
  const failure = listFailure(sessions)
  const endingAll = useEnding(queryKey, endAll.call, endAll.failure)
  return (
    <FormSection title={title} description={description}>
      {failure ? (
        <ErrorState {...failure} />
      ) : sessions.data?.length === 0 ? (
        <p className={classes.none}>Nenhuma sessão aberta agora.</p>
      ) : (
        <>
          <ul className={classes.list} aria-busy={sessions.isPending}>
            {sessions.data
              ?.toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
                <SessionItem key={session.id} session={session} queryKey={queryKey} end={end} />
              )) ?? <Skeleton component="li" height={56} />}
          </ul>
          {(sessions.data?.length ?? 0) > 1 && (
            <Button
              variant="default"
              className={classes.endAll}
              loading={endingAll.isPending}
              onClick={() => endingAll.mutate()}
            >
              {endAll.label}
            </Button>
          )}
        </>
      )}
    </FormSection>
  )
}

type SessionItemProps = Pick<SessionListProps, 'queryKey' | 'end'> & { session: Session }

function SessionItem({ session, queryKey, end }: SessionItemProps) {
  const ending = useEnding(queryKey, () => end(session.id), 'Erro ao encerrar a sessão.')
  const { name, handheld } = deviceWords(session.user_agent)
  const Icon = handheld ? IconDeviceMobile : IconDeviceLaptop
  return (
    <li className={classes.session}>
      <Icon size={28} aria-hidden />
      <div className={classes.words}>
        <strong>{name}</strong>
        <span>Último acesso em {momentWords(session.last_used_at)}</span>
      </div>
      {session.current ? (
        <Badge variant="light" color="green" size="lg" tt="none">
          Este aparelho
        </Badge>
      ) : (
        <Button
          variant="default"
          loading={ending.isPending}
          onClick={() => ending.mutate()}
          aria-label={`Encerrar a sessão: ${name}`}
        >
          Encerrar
        </Button>
      )}
    </li>
  )
}

function useEnding(queryKey: QueryKey, end: () => Ended, failure: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: ({ message }) => showToast('success', message ?? 'Sessão encerrada.'),
    onError: (reason) => showToast('error', failureMessage(reason, failure)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
