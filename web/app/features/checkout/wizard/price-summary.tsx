import { IconChevronUp } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { formatCents } from '#contract/money.ts'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import type { PricedOrder, PricedParticipant } from '../order/order.ts'
import classes from './price-summary.module.css'

const SCROLLS_FROM = 2

const LINES = 'resumo'

const hasPrice = ({ participants }: PricedOrder): boolean => participants.some(({ price }) => price !== null)
const totalOf = (order: PricedOrder): string => (hasPrice(order) ? totalWords(order) : '—')

interface SummaryButtonProps {
  order: PricedOrder
  open: boolean
  onToggle: () => void
}

export const SummaryButton = ({ order, open, onToggle }: SummaryButtonProps) => (
  <button
    type="button"
    className={classes.button}
    aria-expanded={open}
    aria-controls={LINES}
    onClick={onToggle}
  >
    <span className={classes.label}>
      Total <span className="sr-only">{open ? 'Fechar resumo' : 'Ver resumo'}</span>
      <IconChevronUp size={18} aria-hidden />
    </span>
    <span className={classes.amount}>{totalOf(order)}</span>
  </button>
)

interface PriceSummaryProps {
  order: PricedOrder
  /** Applies to small screens only; wide screens always show the summary. */
  open: boolean
  onClose: () => void
}

/** Beside the steps on wide screens, above the bar on small ones when opened. */
export function PriceSummary({ order, open, onClose }: PriceSummaryProps) {
  const id = useId()
  const total = totalOf(order)
  useEffect(() => {
    if (!open) return
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open, onClose])
  return (
    <aside className={classes.summary} aria-labelledby={`${id}-title`} data-open={open || undefined}>
      <div id={LINES} className={classes.lines}>
        <h2 id={`${id}-title`}>Resumo</h2>
        <section
          className={classes.people}
          aria-label="Participantes"
          // Makes the scrolling list focusable, so that arrow keys scroll it.
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
        {order.isQuoted && (
          <p className={classes.note}>
            O preço mudou agora há pouco: vale este total, e não a soma das linhas.
          </p>
        )}
        {hasPrice(order) && !order.isComplete && (
          <p className={classes.note}>Falta escolher o kit de alguém: o total ainda vai mudar.</p>
        )}
      </div>
      <p className="sr-only" role="status">
        {hasPrice(order) && `Total: ${total}`}
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
        <PriceLines
          lines={price.lines.map(({ amountCents, ...line }) => ({ ...line, amount: amountCents }))}
        />
      )}
    </section>
  )
}
