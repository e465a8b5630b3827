import { daysBetween, type IsoDate, toIsoDate } from '#contract/dates.ts'

// Written out because the output of `Intl` differs between browsers.
const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
const WEEKDAYS = 'domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'.split(' ')

const abbreviated = (word: string) => `${word.slice(0, 3)}.`

function read(date: string) {
  const iso = toIsoDate(date)
  if (!iso) return null
  const at = new Date(`${iso}T12:00:00Z`)
  return {
    day: at.getUTCDate() === 1 ? '1º' : String(at.getUTCDate()),
    month: MONTHS[at.getUTCMonth()] ?? '',
    weekday: WEEKDAYS[at.getUTCDay()] ?? '',
    year: String(at.getUTCFullYear()),
  }
}

/** `12/12/2026` → `sáb., 12 de dez.`, with the year when it is not the current one. */
export function shortDate(date: string, today: IsoDate): string {
  const parts = read(date)
  if (!parts) return date
  const words = `${abbreviated(parts.weekday)}, ${parts.day} de ${abbreviated(parts.month)}`
  return today.startsWith(parts.year) ? words : `${words} de ${parts.year}`
}

/** `12/12/2026` → `sábado, 12 de dezembro de 2026`. */
export function longDate(date: string): string {
  const parts = read(date)
  return parts ? `${parts.weekday}, ${parts.day} de ${parts.month} de ${parts.year}` : date
}

/** `12/12/2026` → `dezembro de 2026`. */
export function monthAndYear(date: string): string {
  const parts = read(date)
  return parts ? `${parts.month} de ${parts.year}` : date
}

export function dayAndMonth(date: string): string {
  const parts = read(date)
  return parts ? `${parts.day} de ${abbreviated(parts.month)}` : date
}

/** Days from `today` to a `dd/mm/yyyy`, negative for a past date; null without a valid date. */
export function daysUntil(date: string | null, today: IsoDate): number | null {
  const iso = date && toIsoDate(date)
  return iso ? daysBetween(today, iso) : null
}

export function inDays(days: number): string {
  if (days <= 0) return 'hoje'
  return days === 1 ? 'amanhã' : `em ${days} dias`
}
