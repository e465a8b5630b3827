import { data, isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import { eventJsonLd } from '#contract/event-json-ld.ts'
import { apiContext } from '../../api-context.ts'
import { HOME_PATH } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sharedPage } from '../../ui/page-title.ts'
import type { Route } from './+types/event-screen'
import { longDate } from './date-words.ts'
import { EventPage } from './event-page.tsx'
import { type EventPageData, loadEvent } from './load-event.ts'
import { LoadFailure } from './load-failure.tsx'

const OFFLINE = 'offline'

/** What search engines read is made here, so that no browser loads the code for it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await loadEvent(context.get(apiContext), params.slug, new URL(request.url))
  return { ...page, jsonLd: eventJsonLd(page.event, page.url) }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (reason) {
    throw reason instanceof TypeError ? data(OFFLINE, { status: 503 }) : reason
  }
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) return eventMeta(loaderData)
  const missing = isRouteErrorResponse(error) && error.status === 404
  return [
    { title: `${missing ? 'Evento não encontrado' : 'Evento'} · Largada` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Event({ loaderData }: Route.ComponentProps) {
  return <EventPage {...loaderData} />
}

/** Rendered inside the layout, so that people with an old link can navigate on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // Any other error is handled by the root's error page.
  if (!isRouteErrorResponse(error)) throw error
  return <EventProblem missing={error.status === 404} offline={error.data === OFFLINE} />
}

/** The event page's metadata for search engines and link previews. */
function eventMeta({ event, url, jsonLd }: Route.ComponentProps['loaderData']): MetaDescriptor[] {
  const absolute = (path: string) => new URL(path, url).href
  return [
    ...sharedPage({
      title: event.title,
      description: describe(event),
      url,
      image: absolute(event.social_image ?? '/social-card.png'),
    }),
    { 'script:ld+json': jsonLd },
    ...(event.is_public ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

/** `10 km, 5 km · sábado, 12 de dezembro de 2026 · Florianópolis, SC. Inscreva-se na Largada.` */
function describe({ distances, date_event, city, state }: EventPageData['event']): string {
  const facts = [
    distances.join(', '),
    date_event && longDate(date_event),
    [city, state].filter(Boolean).join(', '),
  ]
  return `${facts.filter(Boolean).join(' · ')}. Veja percursos, kits e preços e faça a sua inscrição na Largada.`
}

interface EventProblemProps {
  /** The event does not exist. */
  missing: boolean
  /** There was no connection. */
  offline: boolean
}

/** Replaces the event page when the event does not exist or could not be loaded. */
function EventProblem({ missing, offline }: EventProblemProps) {
  return (
    <>
      <h1 className="sr-only">{missing ? 'Evento não encontrado' : 'Evento'}</h1>
      {missing ? <Missing /> : <LoadFailure message="Erro ao consultar o registro." offline={offline} />}
    </>
  )
}

function Missing() {
  return (
    <EmptyState
      picture="lost"
      title="Evento não encontrado."
      description="O endereço pode ter mudado ou o evento saiu do ar. Veja as corridas que estão com inscrições abertas."
    >
      <ButtonLink to={{ pathname: HOME_PATH, search: '?status=1' }}>Ver corridas abertas</ButtonLink>
    </EmptyState>
  )
}
