import { Skeleton } from '@mantine/core'
import { formatDecimal } from '#contract/money.ts'
import type { ParticipantsMeta } from '#contract/participants/participants.ts'
import { countWords } from '#contract/words.ts'
import type { ListSearch } from '#web/lists/use-list-search.ts'
import type { PARTICIPANT_FILTERS } from './filters.ts'
import classes from './participants.module.css'

type CountName = Exclude<keyof ParticipantsMeta, 'total_valor_paid_participants'>
type List = ListSearch<typeof PARTICIPANT_FILTERS>
type Pressed = Pick<List['filters'], 'registration_status' | 'money'>

/** The totals, each with the filter that selects what it counts. */
const TOTALS: readonly (readonly [label: string, name: CountName, filter: Partial<Pressed>])[] = [
  ['Inscritos', 'total_participants_registered', {}],
  ['Confirmados', 'total_participants_confirmed', { registration_status: '1' }],
  ['Pendentes', 'total_participants_pending', { registration_status: '0' }],
  ['Cancelados', 'total_participants_canceled', { registration_status: '2' }],
  ['Pagos', 'total_paid_participants', { money: 'paid' }],
  ['Gratuitos', 'total_free_participants', { money: 'free' }],
]
const NONE: Pressed = { registration_status: '', money: '' }

interface TotalsStripProps {
  meta: ParticipantsMeta | undefined
  filters: Pressed
  onChange: (values: Pressed) => void
}

/** The totals follow the other filters. A click filters the list by what a total counts. */
export function TotalsStrip({ meta, filters, onChange }: TotalsStripProps) {
  return (
    <section aria-label="Resumo do evento" aria-busy={!meta} className={classes.strip}>
      {TOTALS.map(([label, name, filter]) => {
        const wanted: Pressed = { ...NONE, ...filter }
        const isPressed =
          filters.registration_status === wanted.registration_status && filters.money === wanted.money
        const hasSum = meta !== undefined && name === 'total_paid_participants'
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isPressed}
            data-sum={hasSum || undefined}
            onClick={() => onChange(wanted)}
          >
            <span className={classes.totalLabel}>{label}</span>
            <strong>{meta ? countWords(meta[name]) : <Skeleton height={18} width={48} my={3} />}</strong>
            {hasSum && (
              <span className={classes.sum}>{formatDecimal(meta.total_valor_paid_participants)}</span>
            )}
          </button>
        )
      })}
    </section>
  )
}
