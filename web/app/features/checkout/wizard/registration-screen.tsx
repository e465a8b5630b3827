import { Alert, Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Profile } from '#contract/account/account.ts'
import type { WizardStart } from '#contract/checkout/checkout.ts'
import { dayIn } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { ApiFailure, failureMessage } from '#web/api/api.ts'
import { QueryProvider } from '#web/api/query-provider.tsx'
import { profileQuery } from '#web/features/account/queries.ts'
import { useLinkedCoupon } from '#web/features/event/linked-coupon.ts'
import { eventQuery } from '#web/features/event/queries.ts'
import { closedTitle, closedWords, isOpen } from '#web/features/event/registration-window.ts'
import { SessionMissing } from '#web/layouts/session-missing.tsx'
import { EVENT_PATH, HOME_PATH, pathTo } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { FIRST_TIME, isToWait, roomQuery, startQuery } from '../queries.ts'
import { storedTicket } from '../waiting-room/ticket.ts'
import { STEPS } from './draft.ts'
import classes from './wizard.module.css'
import { Wizard } from './wizard.tsx'
import head from './wizard-head.module.css'
import { WizardHead } from './wizard-head.tsx'

const WaitingRoom = lazy(() => import('../waiting-room/waiting-room.tsx'))

const EARLY_MS = 2_000

/** The event's slug from the query, which survives a reload, or from the navigation state. */
function useEventSlug(): string {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const carried: unknown = state?.event?.slug
  const slug = search.get('evento') || (typeof carried === 'string' ? carried : '')
  useLinkedCoupon(slug)
  return slug
}

export const meta = pageTitle('Inscrição')

export default function RegistrationScreen() {
  const hydrated = useHydrated()
  const session = useSession()
  if (!hydrated) return <WizardSkeleton />
  return (
    <QueryProvider key={session?.token ?? 'guest'}>
      {session ? <Registration userId={session.user.id} /> : <Guest />}
    </QueryProvider>
  )
}

/** Guests queue before they sign in, so a crowd reaches the login at the rate of admission. */
function Guest() {
  const slug = useEventSlug()
  const [isIn, setIsIn] = useState(false)
  const event = useQuery({ ...eventQuery(slug), enabled: slug !== '', retry: false })
  const room = useQuery({
    ...roomQuery(event.data?.id ?? 0),
    enabled: event.data !== undefined,
    retry: false,
  })
  if (event.isLoading || room.isLoading) return <WizardSkeleton />
  const number = event.data && storedTicket(event.data.id).read()?.number
  const waits = room.data?.is_open && !(number !== undefined && number <= room.data.admitted)
  if (!event.data || isIn || !waits) return <SessionMissing />
  const onTurn = async () => {
    setIsIn(true)
    return true
  }
  return <Waiting event={event.data} onTurn={onTurn} />
}

const Waiting = (props: Parameters<typeof WaitingRoom>[0]) => (
  <Suspense fallback={<WizardSkeleton />}>
    <WaitingRoom {...props} />
  </Suspense>
)

function Registration({ userId }: { userId: number }) {
  const slug = useEventSlug()
  const event = useQuery({ ...eventQuery(slug), enabled: slug !== '' })
  const profile = useQuery(profileQuery(userId))
  const start = useQuery({ ...startQuery(event.data?.id ?? 0), enabled: event.data !== undefined })
  const askAgain = useEffectEvent(async () => {
    await event.refetch()
    await start.refetch()
  })
  // Another server process may answer, which does not know yet that queue or registrations have begun.
  const isEarly = event.data?.has_queue && event.data.closed_reason === 'not_yet' && start.isSuccess
  useEffect(() => {
    if (!isEarly) return
    const timer = setInterval(() => void askAgain(), EARLY_MS)
    return () => clearInterval(timer)
  }, [isEarly])

  // The cached event may date from before registrations opened.
  const onTurn = async () => {
    await event.refetch()
    return (await start.refetch()).isSuccess
  }
  if (slug === '' || (event.error instanceof ApiFailure && event.error.status === 404))
    return <EventMissing />
  if (event.data && isToWait(start.error)) return <Waiting event={event.data} onTurn={onTurn} />
  if (event.data && profile.data && !start.isLoading)
    return (
      <OpenWizard
        key={event.data.id}
        event={event.data}
        profile={profile.data}
        start={start.data ?? FIRST_TIME}
      />
    )
  const failed = [event, profile].filter(({ isError }) => isError)
  if (failed.length > 0)
    return (
      <ErrorState
        message={failureMessage(failed[0]?.error, 'Erro ao consultar o registro.')}
        busy={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const { refetch } of failed) void refetch()
        }}
      />
    )
  return <WizardSkeleton />
}

interface OpenWizardProps {
  event: PublicEvent
  profile: Profile
  start: WizardStart
}

/** If the event closes meanwhile, a notice appears and the draft stays. */
function OpenWizard({ event, profile, start }: OpenWizardProps) {
  const today = dayIn(event.timezone, new Date())
  const open = isOpen(event, today)
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  const words = closedWords(event, today)
  if (!wasOpen) {
    return (
      <>
        <h1>Inscrição para: {event.title}</h1>
        <EmptyState title={closedTitle(event)} description={words} icon={<IconLock size={28} />}>
          <LinkButton to={pathTo(EVENT_PATH, event.slug)}>Ver o evento</LinkButton>
          <LinkButton to={HOME_PATH} variant="default">
            Ver outras corridas
          </LinkButton>
        </EmptyState>
      </>
    )
  }
  const notice = !open && (
    <Alert mb="lg" color="yellow" title={closedTitle(event)} icon={<IconLock size={20} aria-hidden />}>
      {words}
    </Alert>
  )
  return <Wizard event={event} profile={profile} start={start} notice={notice} />
}

function EventMissing() {
  return (
    <>
      <h1 className="sr-only">Inscrição</h1>
      <EmptyState
        picture="lost"
        title="Evento não encontrado."
        description="Escolha uma corrida na lista de eventos e toque em Inscrever-se."
      >
        <LinkButton to={HOME_PATH}>Ver corridas</LinkButton>
      </EmptyState>
    </>
  )
}

/** The event as the page before it showed it, in the navigation state. */
function useCarriedEvent(): PublicEvent | null {
  const { state } = useLocation()
  return useHydrated() && typeof state?.event?.title === 'string' ? state.event : null
}

function WizardSkeleton() {
  useRootMark('without-footer')
  const event = useCarriedEvent()
  return (
    <div className={classes.wizard} aria-busy>
      {event ? (
        <WizardHead event={event} step={0} />
      ) : (
        <>
          <h1 className="sr-only">Inscrição</h1>
          <div className={head.head} data-steps>
            <Skeleton className={head.cover} height="auto" />
            <Skeleton height="100%" mih={24} mah={40} maw={560} />
            <Skeleton className={head.facts} height={20} maw={320} mt="md" />
          </div>
        </>
      )}
      <div className={classes.skeletonSteps}>
        {STEPS.map((step) => (
          <Skeleton key={step} height={56} />
        ))}
      </div>
      <div className={classes.columns}>
        <div className={classes.step}>
          <Skeleton height={28} maw={320} />
          <Skeleton height={220} radius="lg" />
          <Skeleton height={28} maw={360} />
        </div>
        <Skeleton height={200} radius="lg" />
      </div>
    </div>
  )
}
