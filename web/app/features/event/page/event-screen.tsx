import type { MetaDescriptor } from 'react-router'
import { eventJsonLd } from '#contract/event/event-json-ld.ts'
import { apiContext } from '#web/api/api-context.ts'
import { sharedPage } from '#web/ui/page-title.ts'
import { longDate } from '../date-words.ts'
import { LoadProblem, orOffline, problemMeta } from '../load-page.tsx'
import type { Route } from './+types/event-screen'
import { EventPage } from './event-page.tsx'
import { type EventPageData, loadEvent } from './load-event.ts'

/** Structured data for search engines are built here, so that browsers do not load that code. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await loadEvent(context.get(apiContext), params.slug, new URL(request.url))
  return { ...page, jsonLd: eventJsonLd(page.event, page.url) }
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => orOffline(serverLoader())

export const meta = ({ loaderData, error }: Route.MetaArgs) =>
  loaderData ? eventMeta(loaderData) : problemMeta('Evento', error)

export default function Event({ loaderData }: Route.ComponentProps) {
  return <EventPage {...loaderData} />
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <LoadProblem
    kind="Evento"
    error={error}
    missing="O endereço pode ter mudado ou o evento saiu do ar."
    picture="lost"
  />
)

function eventMeta({ event, url, jsonLd }: Route.ComponentProps['loaderData']): MetaDescriptor[] {
  return [
    ...sharedPage({
      title: event.title,
      description: describe(event),
      url,
      image: new URL(event.social_image ?? '/social-card.png', url).href,
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
