import { Alert, Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MetaFunction, useParams } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import { getEventPreview } from '#contract/event/event.ts'
import { ApiFailure, failureMessage } from '#web/api/api.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { QueryProvider } from '#web/api/query-provider.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { EventPage } from './event-page.tsx'

// The URL contains a secret: it must not reach other sites as a referrer, nor a search index.
export const meta: MetaFunction = () => [
  { title: 'Prévia · Largada' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** The preview of an event in its saved state, for anyone who has the secret link. */
export default function PreviewScreen() {
  const { token = '' } = useParams()
  // The server renders the same page for all previews and loads none of them.
  if (!useHydrated()) return <PreviewSkeleton />
  return (
    <QueryProvider key={token}>
      <Preview token={token} />
    </QueryProvider>
  )
}

function Preview({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    dataQuery(['event-preview', token], getEventPreview, { params: { token } }),
  )
  if (data)
    return (
      <>
        <Alert icon={<IconEye aria-hidden />} title="Prévia" mb="lg">
          É assim que a página do evento está salva.
        </Alert>
        <EventPage event={data} today={dayIn(data.timezone, new Date())} url={window.location.href} />
      </>
    )
  if (!error) return <PreviewSkeleton />
  const isGone = error instanceof ApiFailure && error.status >= 400 && error.status < 500
  return (
    <>
      <h1 className="sr-only">Prévia</h1>
      {isGone ? (
        <EmptyState
          picture="lost"
          title="Esta prévia não existe mais."
          description="O link pode ter sido desfeito. Peça outro a quem organiza o evento."
        />
      ) : (
        <ErrorState
          message={failureMessage(error, 'Erro ao consultar o registro.')}
          busy={isFetching}
          onRetry={refetch}
        />
      )}
    </>
  )
}

function PreviewSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Carregando…</h1>
      <Skeleton height={320} radius="lg" />
      <Skeleton height={44} maw={420} mt="xl" />
      <Skeleton height={200} mt="xl" radius="lg" />
    </div>
  )
}
