import { calendarFile } from '#contract/calendar.ts'
import { instantIn, offsetDateTime, toBrazilianDate } from '#contract/dates.ts'
import { placeWords } from '#contract/event/place-words.ts'
import { mapSearchUrl } from '#contract/maps.ts'
import type { RaceRow } from '#server/features/event/queries.ts'
import { socialImageOf } from '#server/lib/images.ts'
import { type Html, html, jsonLd } from '#server/lib/mail/html.ts'
import type { Hero } from '#server/lib/mail/layout.ts'

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']

const urlOf = ({ slug }: RaceRow, publicUrl: string): string => `${publicUrl}/events/${slug}`

/** Cover, date and place of a race. */
export function raceCard(race: RaceRow, publicUrl: string): Hero {
  const [, month = '', day = ''] = race.event_on.split('-')
  const place = placeWords(race)
  const cover = socialImageOf(race.picture)
  const url = urlOf(race, publicUrl)
  const when = `${toBrazilianDate(race.event_on)}, às ${race.start_time.slice(0, 5)}`
  const card = html`${
    cover &&
    html`<a href="${url}"><img src="${publicUrl}${cover}" alt="" width="500" style="display:block;width:100%;max-width:500px;height:auto;border-radius:8px;margin-bottom:14px;"></a>`
  }<table role="presentation"><tr><td style="text-align:center;width:56px;"><strong style="font-size:24px;line-height:1;">${Number(day)}</strong><br>${MONTHS[Number(month) - 1]}</td><td><a href="${url}"><strong>${race.title}</strong></a><br>${when}${place && html`<br><a href="${mapSearchUrl(place)}">${place}</a>`}</td></tr></table>`
  return { html: card, text: [race.title, when, place, url].filter(Boolean).join('\n') }
}

/** The race as a calendar file. Every message of a race has the same entry, so that it appears once. */
export const raceCalendar = (race: RaceRow, publicUrl: string): string =>
  calendarFile({
    // As on the page of the event.
    uid: `event-${race.id}@${new URL(publicUrl).hostname}`,
    title: race.title,
    startsAt: instantIn(race.timezone, race.event_on, race.start_time.slice(0, 5)),
    location: placeWords(race),
    url: urlOf(race, publicUrl),
    description: urlOf(race, publicUrl),
  })

interface Reserved {
  registrationId: number
  name: string
}

/** Gmail shows a card and adds the race to the calendar (schema.org `EventReservation`). */
export const reservation = (race: RaceRow, publicUrl: string, { registrationId, name }: Reserved): Html =>
  jsonLd({
    '@context': 'http://schema.org',
    '@type': 'EventReservation',
    reservationNumber: String(registrationId),
    reservationStatus: 'http://schema.org/Confirmed',
    underName: { '@type': 'Person', name },
    reservationFor: {
      '@type': 'Event',
      name: race.title,
      startDate: offsetDateTime(race.timezone, race.event_on, race.start_time.slice(0, 5)),
      url: urlOf(race, publicUrl),
      location: {
        '@type': 'Place',
        name: race.start_place || placeWords(race) || 'Brasil',
        address: {
          '@type': 'PostalAddress',
          ...(race.city && { addressLocality: race.city }),
          ...(race.state && { addressRegion: race.state }),
          addressCountry: 'BR',
        },
      },
    },
  })
