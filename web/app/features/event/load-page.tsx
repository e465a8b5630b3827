import { useEffect } from 'react'
import { data, isRouteErrorResponse, useRevalidator } from 'react-router'
import type { Route, Success } from '#contract/route.ts'
import type { ServerApi } from '#web/api/api-context.ts'
import { HOME_PATH } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { StateName } from '#web/ui/state-picture.tsx'

/** Throws a 404 response when the record does not exist and a 503 response when it could not be loaded. */
export async function loadRecord<R extends Route>(api: ServerApi, path: string): Promise<Success<R>> {
  const { status, body } = await api.get(path)
  // A slug that the API rejects as invalid belongs to no record either.
  if (status >= 400 && status < 500) throw new Response(null, { status: 404 })
  if (status !== 200) throw new Response(null, { status: 503 })
  return body as Success<R>
}

const OFFLINE = 'offline'

/** Marks the failure of a client loader without a connection. */
export async function orOffline<T>(page: Promise<T>): Promise<T> {
  try {
    return await page
  } catch (reason) {
    throw reason instanceof TypeError ? data(OFFLINE, { status: 503 }) : reason
  }
}

type Kind = 'Evento' | 'Organizador'

const problemTitle = (kind: Kind, error: unknown) =>
  isRouteErrorResponse(error) && error.status === 404 ? `${kind} não encontrado` : kind

export const problemMeta = (kind: Kind, error: unknown) => [
  { title: `${problemTitle(kind, error)} · Largada` },
  { name: 'robots', content: 'noindex' },
]

interface LoadProblemProps {
  kind: Kind
  error: unknown
  missing: string
  picture?: StateName
}

/** Replaces a page inside the layout, so that visitors with an outdated link can navigate on. */
export function LoadProblem({ kind, error, missing, picture = 'start' }: LoadProblemProps) {
  // The root's error page handles any other error.
  if (!isRouteErrorResponse(error)) throw error
  const title = problemTitle(kind, error)
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {error.status === 404 ? (
        <EmptyState
          picture={picture}
          title={`${title}.`}
          description={`${missing} Veja as corridas que estão com inscrições abertas.`}
        >
          <ButtonLink to={{ pathname: HOME_PATH, search: '?status=1' }}>Ver corridas abertas</ButtonLink>
        </EmptyState>
      ) : (
        <LoadFailure message="Erro ao consultar o registro." offline={error.data === OFFLINE} />
      )}
    </>
  )
}

interface LoadFailureProps {
  /** The message for a failure other than a missing connection, which has its own. */
  message: string
  offline: boolean
}

/** An error state with a retry button. It also retries when the connection returns. */
export function LoadFailure({ message, offline }: LoadFailureProps) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!offline) return
    const retry = () => void revalidate()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [offline, revalidate])
  return (
    <ErrorState
      message={offline ? 'Erro de conexão.' : message}
      onRetry={() => void revalidate()}
      busy={state === 'loading'}
      offline={offline}
    />
  )
}
