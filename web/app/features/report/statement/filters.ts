import { addDays, toIsoDate } from '#contract/dates.ts'

/** The filters of a statement, named as in the API; an empty value filters nothing. */
export interface StatementFilters {
  /** `yyyy-mm-dd`, both inclusive. */
  from: string
  to: string
  organizer_id: string
  event_id: string
}

const number = (text: string): string => (/^\d{1,15}$/.test(text) ? text : '')

/** Reads the filters from the URL; invalid values are ignored. */
export const readFilters = (param: (name: string) => string): StatementFilters => ({
  from: toIsoDate(param('de')) ?? '',
  to: toIsoDate(param('ate')) ?? '',
  organizer_id: number(param('organizador')),
  event_id: number(param('evento')),
})

interface NamedPeriod {
  name: string
  de: string
  ate: string
}

/** The usual accounting periods, the last one without bounds; `today` is `yyyy-mm-dd`. */
export function periods(today: string): readonly NamedPeriod[] {
  const first = `${today.slice(0, 8)}01`
  const before = addDays(first, -1)
  return [
    { name: 'Este mês', de: first, ate: today },
    { name: 'Mês passado', de: `${before.slice(0, 8)}01`, ate: before },
    { name: 'Desde o início', de: '', ate: '' },
  ]
}
