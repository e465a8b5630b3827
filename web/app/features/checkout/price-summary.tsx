import { IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { Money } from '../../ui/money.tsx'
import type { PricedOrder, PricedParticipant } from './order.ts'
import classes from './price-summary.module.css'

/** With more participants the list scrolls. */
const SCROLLS_FROM = 2

/** Choices and prices line by line: beside the steps, or in an expandable bar at the bottom of small screens. */
export function PriceSummary({ order }: { order: PricedOrder }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const hasPrice = order.participants.some(({ price }) => price !== null)
  const total = hasPrice ? totalWords(order) : '—'
  return (
    <aside className={classes.summary} aria-labelledby={`${id}-title`} data-open={open || undefined}>
      <button
        type="button"
        className={classes.bar}
        aria-expanded={open}
        aria-controls={`${id}-lines`}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.barLabel}>Total</span>
        <span className={classes.barTotal}>{total}</span>
        <span className={classes.barMore}>
          {open ? 'Fechar resumo' : 'Ver resumo'}
          <IconChevronUp size={20} aria-hidden />
        </span>
      </button>
      <div id={`${id}-lines`} className={classes.lines}>
        <h2 id={`${id}-title`}>Resumo</h2>
        <section
          className={classes.people}
          aria-label="Participantes"
          // Focusable, so that the arrow keys scroll it.
          tabIndex={order.participants.length > SCROLLS_FROM ? 0 : undefined}
        >
          {order.participants.map((participant) => (
            <Participant key={participant.who} participant={participant} />
          ))}
        </section>
        <p className={classes.total}>
          <span>Total</span>
          <strong>{total}</strong>
        </p>
        {hasPrice && !order.isComplete && (
          <p className={classes.note}>Falta escolher o kit de alguém: o total ainda vai mudar.</p>
        )}
      </div>
      <p className="sr-only" role="status">
        {hasPrice && `Total: ${total}`}
      </p>
    </aside>
  )
}

const totalWords = ({ totalCents, isComplete }: PricedOrder): string =>
  totalCents === 0 && isComplete ? 'Gratuito' : formatCents(totalCents)

function Participant({ participant: { name, choice, price } }: { participant: PricedParticipant }) {
  const words = [
    choice.modality?.modality_name,
    choice.category?.category_name,
    choice.size && `camisa ${choice.size.size}`,
  ].filter(Boolean)
  return (
    <section className={classes.person}>
      <h3>{name}</h3>
      <p className={classes.note}>{words.length > 0 ? words.join(' · ') : 'Escolha a prova e o kit.'}</p>
      {price && (
        <dl>
          {price.lines.map(({ kind, label, amountCents }) => (
            <div key={kind} data-kind={kind}>
              <dt>{label}</dt>
              <dd>
                <Money value={amountCents} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
