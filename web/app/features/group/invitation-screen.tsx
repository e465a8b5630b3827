import { Alert, Skeleton } from '@mantine/core'
import { IconClock, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MetaFunction, useParams } from 'react-router'
import { type InvitedGroup, joinGroup, leaveGroup } from '#contract/group/group.ts'
import { toCents } from '#contract/money.ts'
import { freePlaceWords, stepWords } from '#contract/pricing/group-price.ts'
import { listWords } from '#contract/words.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { QueryProvider } from '#web/api/query-provider.tsx'
import classes from '#web/features/account/login/auth.module.css'
import { AuthPage } from '#web/features/account/login/auth-page.tsx'
import { LinkOutcome } from '#web/features/account/login/link-outcome.tsx'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { EVENT_PATH, GROUP_INVITATION_PATH, HOME_PATH, LOGIN_PATH, pathTo } from '#web/paths.ts'
import { loginPathFor, loginState } from '#web/session/return-path.ts'
import { useSession } from '#web/session/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import own from './group.module.css'
import { rememberGroup, wizardOf } from './linked-group.ts'
import { invitationQuery, joinableQuery } from './queries.ts'

// Everybody who has the URL may join: it must not reach other sites as a referrer, or a search index.
export const meta: MetaFunction = () => [
  { title: 'Convite para um grupo · Largada' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function GroupInvitationScreen() {
  const { token = '' } = useParams()
  // The server renders the same page for all groups and loads none of them.
  if (!useHydrated()) return <Loading />
  return (
    <QueryProvider key={token}>
      <Invitation token={token} />
    </QueryProvider>
  )
}

const Loading = () => (
  <AuthPage title="Convite para um grupo">
    <Skeleton height={24} width="70%" />
  </AuthPage>
)

function Invitation({ token }: { token: string }) {
  const { data: group, error, isFetching, refetch } = useQuery({ ...invitationQuery(token), retry: false })
  if (group) return <Invited token={token} group={group} />
  if (error instanceof ApiFailure && error.status === 404)
    return (
      <LinkOutcome
        title="Convite para um grupo"
        words={failureMessage(error, '')}
        next={{ to: HOME_PATH, label: 'Ver as corridas' }}
      />
    )
  if (!error) return <Loading />
  return (
    <ErrorState
      message={failureMessage(error, 'Erro ao consultar o registro.')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

interface InvitedProps {
  token: string
  group: InvitedGroup
}

function Invited({ token, group }: InvitedProps) {
  const { name, captain, event, names_until: until, is_open: isOpen } = group
  const isGuest = useSession() === null
  return (
    <AuthPage
      title={name}
      description={
        <>
          {captain} convida você para o grupo na corrida <strong>{event.title}</strong>, no dia{' '}
          {event.date_event}.
        </>
      }
    >
      {isOpen ? (
        <>
          <Offer group={group} />
          <p className={own.note}>
            {captain} vê o seu nome, a sua prova e se falta confirmar ou pagar, e pode pagar por você. Nada
            mais seu aparece. Você pode sair do grupo até {until}.
          </p>
          {isGuest ? (
            <GuestWays token={token} group={group} />
          ) : (
            <Registrations token={token} group={group} />
          )}
        </>
      ) : (
        <>
          <Alert color="yellow" icon={<IconClock aria-hidden />}>
            Este grupo não aceita mais ninguém.
          </Alert>
          <div className={classes.ways}>
            <LinkButton to={pathTo(EVENT_PATH, event.slug)}>Ver a corrida</LinkButton>
          </div>
        </>
      )}
    </AuthPage>
  )
}

/** What the captain saves with the group. */
function Offer({ group: { prices, free_every: every } }: { group: InvitedGroup }) {
  const steps = prices.map(({ min_members: minMembers, rate }) =>
    stepWords({ minMembers, rate: toCents(rate) ?? 0 }),
  )
  const offers = [
    ...(steps.length > 0 ? [`Grupos ${listWords(steps)}.`] : []),
    ...(every === null ? [] : [`${freePlaceWords(every)}, 1 inscrição grátis.`]),
  ]
  if (offers.length === 0) return null
  return (
    <p className={own.offer}>{offers.join(' ')} Quem sai do grupo ou paga sozinho paga o preço normal.</p>
  )
}

const remember = ({ token, group }: InvitedProps) =>
  rememberGroup({ slug: group.event.slug, token, name: group.name })

function GuestWays({ token, group }: InvitedProps) {
  const { slug } = group.event
  return (
    <div className={classes.ways}>
      <LinkButton
        to={loginPathFor(slug)}
        state={loginState(wizardOf(slug))}
        onClick={() => remember({ token, group })}
        size="lg"
        icon={IconUsersGroup}
      >
        Entrar no grupo
      </LinkButton>
      <LinkButton
        to={LOGIN_PATH}
        state={loginState({ pathname: pathTo(GROUP_INVITATION_PATH, token), search: '', state: null })}
        variant="default"
      >
        Já me inscrevi
      </LinkButton>
    </div>
  )
}

/** The caller's registrations, which join or leave, and the way to the wizard. */
function Registrations({ token, group }: InvitedProps) {
  const { data: registrations, isError } = useQuery(joinableQuery(token))
  const join = useRegistrationChange({
    change: (id: number) => api(joinGroup, { params: { token }, body: { registration_ids: [id] } }),
    done: 'Você entrou no grupo.',
    failure: 'Não foi possível entrar no grupo.',
  })
  const leave = useRegistrationChange({
    change: (registrationId: number) => api(leaveGroup, { params: { id: group.id, registrationId } }),
    done: 'A inscrição saiu do grupo.',
    failure: 'Não foi possível sair do grupo.',
  })
  if (!registrations && !isError) return <Skeleton height={48} />
  const { pathname, search } = wizardOf(group.event.slug)
  const has = (registrations ?? []).length > 0
  return (
    <>
      {has && (
        <ul className={own.registrations} aria-label="Minhas inscrições">
          {registrations?.map(({ id, name, modality, group: other }) => (
            <li key={id}>
              <span>
                <strong>{name}</strong>
                <small>
                  {modality}
                  {other && (other.id === group.id ? ' · está no grupo' : ` · está no grupo ${other.name}`)}
                </small>
              </span>
              {other?.id === group.id ? (
                <TextButton
                  variant="default"
                  loading={leave.isPending && leave.variables === id}
                  onClick={() => leave.mutate(id)}
                  aria-label={`Tirar ${name} do grupo`}
                >
                  Sair
                </TextButton>
              ) : (
                !other && (
                  <TextButton
                    loading={join.isPending && join.variables === id}
                    onClick={() => join.mutate(id)}
                    aria-label={`Pôr ${name} no grupo`}
                  >
                    Entrar no grupo
                  </TextButton>
                )
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.ways}>
        <LinkButton
          to={{ pathname, search }}
          onClick={() => remember({ token, group })}
          size={has ? 'sm' : 'lg'}
          variant={has ? 'default' : 'filled'}
          icon={IconUsersGroup}
        >
          {has ? 'Inscrever outra pessoa no grupo' : 'Entrar no grupo'}
        </LinkButton>
      </div>
    </>
  )
}
