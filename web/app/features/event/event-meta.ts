import type { MetaDescriptor } from 'react-router'
import { eventJsonLd } from '#contract/event-json-ld.ts'
import { sharedPage } from '../../ui/page-title.ts'
import { longDate } from './date-words.ts'
import type { EventPageData } from './load-event.ts'

/** How the event's page presents itself to search engines and to those a link is sent to. */
export function eventMeta({ event, url }: EventPageData): MetaDescriptor[] {
  const absolute = (path: string) => new URL(path, url).href
  return [
    ...sharedPage({
      title: event.title,
      description: describe(event),
      url,
      image: absolute(event.social_image ?? '/social-card.png'),
    }),
    { 'script:ld+json': eventJsonLd(event, url) },
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
