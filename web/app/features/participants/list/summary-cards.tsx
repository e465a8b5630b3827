import { Skeleton } from '@mantine/core'
import {
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconGift,
  IconRun,
  type TablerIcon,
} from '@tabler/icons-react'
import { formatDecimal } from '#contract/money.ts'
import type { ParticipantsMeta } from '#contract/participants.ts'
import classes from './participants.module.css'

const COUNT = new Intl.NumberFormat('pt-BR')

type CountName = Exclude<keyof ParticipantsMeta, 'total_valor_paid_participants'>

const CARDS: readonly (readonly [icon: TablerIcon, label: string, name: CountName])[] = [
  [IconRun, 'Inscritos', 'total_participants_registered'],
  [IconCircleCheck, 'Confirmados', 'total_participants_confirmed'],
  [IconClock, 'Pendentes', 'total_participants_pending'],
  [IconCircleX, 'Cancelados', 'total_participants_canceled'],
  [IconCash, 'Pagos', 'total_paid_participants'],
  [IconGift, 'Gratuitos', 'total_free_participants'],
]

/** The event in figures, whatever the list is narrowed by. */
export function SummaryCards({ meta }: { meta: ParticipantsMeta | undefined }) {
  return (
    <section aria-label="Resumo do evento" aria-busy={!meta}>
      <dl className={classes.cards}>
        {CARDS.map(([Icon, label, name]) => (
          <div key={name}>
            <dt>
              <Icon size={18} aria-hidden />
              {label}
            </dt>
            <dd>{meta ? COUNT.format(meta[name]) : <Skeleton height={28} width="60%" my={3} />}</dd>
            {name === 'total_paid_participants' && (
              <dd className={classes.sum}>
                {meta ? (
                  formatDecimal(meta.total_valor_paid_participants)
                ) : (
                  <Skeleton height={16} width="80%" />
                )}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
