import { Badge, Button, Skeleton } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { revokeOtherSessions, revokeSession, type Session } from '#contract/session.ts'
import { api, failureMessage } from '../../../api.ts'
import { listFailure } from '../../../query-failure.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { showToast } from '../../../ui/toast.ts'
import { momentWords } from '../../registration/moment.ts'
import { sessionsQuery } from '../queries.ts'
import { deviceWords } from './device-words.ts'
import classes from './session-list.module.css'

const currentFirst = (a: Session, b: Session) => Number(b.current) - Number(a.current)

/** Every place the account is signed in, and a way to end each of them. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery)
  const failure = listFailure(sessions)
  return (
    <FormSection
      title="Onde você está conectado"
      description="Não reconhece um aparelho? Encerre a sessão dele e troque a sua senha."
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        <>
          <ul className={classes.list} aria-busy={sessions.isPending}>
            {sessions.data
              ?.toSorted(currentFirst)
              .map((session) => <SessionItem key={session.id} session={session} />) ?? (
              <Skeleton component="li" height={56} />
            )}
          </ul>
          {sessions.data && sessions.data.length > 1 && <EndOthers />}
        </>
      )}
    </FormSection>
  )
}

function EndOthers() {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => api(revokeOtherSessions),
    onSuccess: ({ message }) => showToast('success', message ?? 'As outras sessões foram encerradas.'),
    onError: (reason) => showToast('error', failureMessage(reason, 'Erro ao encerrar as sessões.')),
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  })
  return (
    <Button
      variant="default"
      className={classes.endOthers}
      loading={end.isPending}
      onClick={() => end.mutate()}
    >
      Encerrar todas as outras
    </Button>
  )
}

function SessionItem({ session }: { session: Session }) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => api(revokeSession, { params: { id: session.id } }),
    onSuccess: () => showToast('success', 'Sessão encerrada.'),
    onError: (reason) => showToast('error', failureMessage(reason, 'Erro ao encerrar a sessão.')),
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  })
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
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`Encerrar a sessão: ${name}`}
        >
          Encerrar
        </Button>
      )}
    </li>
  )
}
