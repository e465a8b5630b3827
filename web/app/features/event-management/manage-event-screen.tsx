import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { failureMessage } from '#web/api/api.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { eventsPath, isBackOffice } from '#web/navigation/staff-paths.ts'
import { DRAFT_PARAM } from '#web/paths.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { SessionRefresh } from '#web/session/session-refresh.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import { offerLost } from './event-drafts.ts'
import classes from './manage-event.module.css'
import { ManageEvent } from './manage-event.tsx'
import { eventDraftQuery, eventHeadQuery, eventQuery, newDraftQuery } from './queries.ts'

export const meta = pageTitle('Evento')

export default function ManageEventScreen() {
  const session = useSession()
  const { id } = useParams()
  if (!session) return null
  const eventId = Number(id)
  const isNew = id === 'novo'
  const reachable = isNew
    ? session.permissions.includes('create-event')
    : Number.isSafeInteger(eventId) && eventId > 0
  if (!reachable) return <Navigate to={eventsPath(session)} replace />
  return (
    <>
      {/* The caller's permissions may have changed since they signed in. */}
      <SessionRefresh />
      {isNew ? <NewEvent session={session} /> : <StoredEvent key={eventId} session={session} id={eventId} />}
    </>
  )
}

function NewEvent({ session }: { session: Session }) {
  const [search] = useSearchParams()
  // The parameter is also set when the draft of this screen is saved first.
  const [id] = useState(search.get(DRAFT_PARAM))
  const navigate = useNavigate()
  const draft = useQuery({ ...newDraftQuery(id ?? '', isBackOffice(session)), enabled: id !== null })
  const isLost = id !== null && draft.data === null
  const list = eventsPath(session)
  const userId = session.user.id
  useEffect(() => {
    if (!isLost) return
    offerLost({ userId, draft: id })
    showToast('error', 'Este rascunho não existe mais.')
    navigate(list, { replace: true })
  }, [isLost, id, userId, list, navigate])

  const failure = recordFailure(draft)
  if (failure)
    return (
      <>
        <PageHeader title="Novo evento">
          <LinkButton to={list} variant="default">
            Voltar
          </LinkButton>
        </PageHeader>
        <ErrorState {...failure} />
      </>
    )
  if (isLost || (id !== null && draft.isPending)) return <EventSkeleton />
  return (
    <ManageEvent session={session} event={null} opened={draft.data ?? null} onReload={async () => null} />
  )
}

function StoredEvent({ session, id }: { session: Session; id: number }) {
  const queries = useQueryClient()
  const event = useQuery(eventQuery(id))
  const navigate = useNavigate()
  const mayEdit = session.permissions.includes('edit-event')
  const draft = useQuery({ ...eventDraftQuery(id), enabled: mayEdit })
  const failure = event.data ? null : event.error
  const list = eventsPath(session)
  useEffect(() => {
    if (!failure) return
    showToast('error', failureMessage(failure, 'Erro ao carregar o evento.'), { onNextPage: true })
    navigate(list, { replace: true })
  }, [failure, list, navigate])

  if (!event.data || (mayEdit && draft.isPending)) return <EventSkeleton />
  return (
    <ManageEvent
      session={session}
      event={event.data}
      opened={draft.data ?? null}
      onReload={async () => {
        const { data, isError, error } = await event.refetch()
        void queries.invalidateQueries({ queryKey: eventHeadQuery(id).queryKey })
        if (!isError) return data ?? null
        showToast('error', failureMessage(error, 'Erro ao carregar o evento.'))
        return null
      }}
    />
  )
}

const SECTIONS = [280, 200, 160]

function EventSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Carregando…</h1>
      <Skeleton height={36} maw={380} />
      <Skeleton height={44} maw={320} mt="xl" />
      <Skeleton height={56} mt="xl" mb="lg" radius="lg" />
      <div className={classes.step}>
        {SECTIONS.map((height) => (
          <Skeleton key={height} height={height} radius="lg" />
        ))}
      </div>
    </div>
  )
}
