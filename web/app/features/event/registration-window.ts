import type { IsoDate } from '#contract/dates.ts'
import type { EventCard } from '#contract/event/event.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { dayAndMonth, daysUntil, inDays } from './date-words.ts'

type Window = Pick<EventCard, 'status' | 'closed_reason' | 'date_event' | 'start_date' | 'end_date'>

/** Deadlines farther away than this are shown as a date. */
const SOON_DAYS = 14

/** Whether 'Inscrever-se' is enabled: the status is 1 and the last day of the window is not before today. */
export function isOpen(event: Window, today: IsoDate): boolean {
  return event.status === EVENT_STATUS.open && (daysUntil(event.end_date, today) ?? 0) >= 0
}

export const isPast = (event: Window, today: IsoDate) => (daysUntil(event.date_event, today) ?? 0) < 0

/** The end of the window if it is near: `Encerra em 3 dias`; otherwise null. */
export function closingSoonWords(event: Window, today: IsoDate): string | null {
  const days = daysUntil(event.end_date, today)
  const soon = isOpen(event, today) && days !== null && days <= SOON_DAYS
  return soon ? `Encerra ${inDays(days)}` : null
}

/** The next deadline or why registrations are closed: `Encerra em 3 dias`, `Vagas esgotadas`. */
export function deadlineWords(event: Window, today: IsoDate): string | null {
  if (isOpen(event, today)) return moment('Encerra', 'Inscrições até', event.end_date, today)
  switch (event.closed_reason) {
    case 'cancelled':
      return 'Evento cancelado'
    case 'sold_out':
      return 'Vagas esgotadas'
    case 'not_yet':
      return moment('Abre', 'Abre em', event.start_date, today)
    case 'inactive':
      return 'Em breve'
    default:
      return isPast(event, today) ? 'Evento realizado' : null
  }
}

function moment(verb: string, until: string, date: string | null, today: IsoDate): string | null {
  const days = daysUntil(date, today)
  if (days === null || date === null) return null
  return days <= SOON_DAYS ? `${verb} ${inDays(days)}` : `${until} ${dayAndMonth(date)}`
}

/** The heading above `closedWords`. Registrations that have not begun are not called closed. */
export const closedTitle = (event: Window): string =>
  event.closed_reason === 'not_yet' ? 'Inscrições em breve' : 'Inscrições encerradas'

export function closedWords(event: Window, today: IsoDate): string {
  switch (event.closed_reason) {
    case 'cancelled':
      return 'Este evento foi cancelado pela organização. Se você já se inscreveu, fale com ela sobre a sua inscrição.'
    case 'sold_out':
      return 'Todas as vagas foram preenchidas. Se alguém desistir, elas voltam a aparecer aqui.'
    case 'not_yet':
      return `${openingWords(event, today)}.`
    case 'inactive':
      return 'A organização ainda está preparando este evento. Volte em breve para se inscrever.'
    default:
      return isPast(event, today)
        ? 'Esta corrida já aconteceu. Que tal escolher a próxima?'
        : 'O prazo de inscrição já terminou. Fale com a organização se ficou alguma dúvida.'
  }
}

/** When registrations begin: `As inscrições abrem em 9 dias, em 07/12/2026`. */
export function openingWords(event: Window, today: IsoDate): string {
  const days = daysUntil(event.start_date, today)
  if (days === null || event.start_date === null) return 'As inscrições abrem em breve'
  return `As inscrições abrem ${inDays(days)}${days > 1 ? `, em ${event.start_date}` : ''}`
}
