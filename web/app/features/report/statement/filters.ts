import { addDays } from '#contract/dates.ts'
import type { Statement } from '#contract/report/statement.ts'
import { dayFilter, digits, loadedFilter } from '#web/lists/filters.ts'

/** The first and last day of a period in the URL, `yyyy-mm-dd`, both inclusive. */
export const PERIOD_FILTERS = {
  from: dayFilter({ param: 'de', label: 'Data inicial', max: 'to', aim: 'past' }),
  to: dayFilter({ param: 'ate', label: 'Data final', min: 'from', aim: 'past' }),
}

type Choices = Statement['choices']
const named = (records: Choices['events'] = []) => records.map(({ id, name }) => [String(id), name] as const)

const COMPANY_FILTERS = {
  ...PERIOD_FILTERS,
  organizer_id: loadedFilter((choices: Choices | undefined) => named(choices?.organizers), {
    param: 'organizador',
    label: 'Organizador',
    none: 'Todos',
    read: digits,
  }),
  event_id: loadedFilter((choices: Choices | undefined) => named(choices?.events), {
    param: 'evento',
    label: 'Evento',
    none: 'Todos',
    read: digits,
    within: 'organizer_id',
  }),
}
export const STATEMENT_FILTERS: Readonly<Record<'enterprise' | 'organizer', typeof COMPANY_FILTERS>> = {
  enterprise: COMPANY_FILTERS,
  organizer: { ...COMPANY_FILTERS, organizer_id: { ...COMPANY_FILTERS.organizer_id, field: 'hidden' } },
}

interface NamedPeriod {
  name: string
  from: string
  to: string
}

/** The usual accounting periods; the last one is unbounded. `today` is `yyyy-mm-dd`. */
export function periods(today: string): readonly NamedPeriod[] {
  const first = `${today.slice(0, 8)}01`
  const before = addDays(first, -1)
  return [
    { name: 'Este mês', from: first, to: today },
    { name: 'Mês passado', from: `${before.slice(0, 8)}01`, to: before },
    { name: 'Desde o início', from: '', to: '' },
  ]
}
