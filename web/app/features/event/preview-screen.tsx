import { Alert, Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MetaFunction, useParams } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import { getEventPreview } from '#contract/event.ts'
import { ApiFailure, api, failureMessage } from '../../api.ts'
import { QueryProvider } from '../../query-provider.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { EventPage } from './event-page.tsx'

// The address is a secret: it goes to no other site, and no search engine keeps it.
export const meta: MetaFunction = () => [
  { title: 'Prévia · Largada' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** The page of an event as its organizer saved it, for whoever has the secret of its preview. */
export default function PreviewScreen() {
  const { token = '' } = useParams()
  // The server renders one page for all previews and knows none of them.
  if (!useHydrated()) return <PreviewSkeleton />
  return (
    <QueryProvider key={token}>
      <Preview token={token} />
    </QueryProvider>
  )
}

function Preview({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['event-preview', token],
    queryFn: async ({ signal }) => (await api(getEventPreview, { params: { token }, signal })).data,
  })
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
