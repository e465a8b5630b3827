import type { EditableRegistration } from '#contract/participants.ts'
import { isFreeValue } from '#contract/payment-status.ts'
import { Money } from '../../../ui/money.tsx'
import classes from './edit.module.css'

interface NewSumProps {
  registration: EditableRegistration
  totalCents: number
  /** What it costs less what was paid. */
  balanceCents: number
  /** The open charge asks for just this, by this method. */
  keepsCharge: boolean
}

/** What the choice costs, and what becomes of the money. */
export function NewSum({
  registration: { paid, value },
  totalCents,
  balanceCents,
  keepsCharge,
}: NewSumProps) {
  const isPaid = !isFreeValue(paid)
  return (
    <div aria-live="polite">
      <dl className={classes.sum}>
        <div>
          <dt>Valor atual</dt>
          <dd>
            <Money value={value} />
          </dd>
        </div>
        {isPaid && (
          <div>
            <dt>Já pago</dt>
            <dd>
              <Money value={paid} />
            </dd>
          </div>
        )}
        <div data-strong>
          <dt>Novo valor</dt>
          <dd>
            <Money value={totalCents} />
          </dd>
        </div>
        {isPaid && balanceCents !== 0 && (
          <div>
            <dt>{balanceCents > 0 ? 'Diferença a cobrar' : 'Crédito do participante'}</dt>
            <dd>
              <Money value={Math.abs(balanceCents)} />
            </dd>
          </div>
        )}
      </dl>
      <p className={classes.consequence}>{consequence(isPaid, balanceCents, keepsCharge)}</p>
    </div>
  )
}

function consequence(isPaid: boolean, balanceCents: number, keepsCharge: boolean): string {
  if (balanceCents < 0)
    return 'O que foi pago a mais fica registrado como crédito. A devolução é combinada à parte.'
  if (balanceCents === 0) return 'Nada a cobrar.'
  if (keepsCharge) return 'A cobrança em aberto continua a mesma.'
  return isPaid
    ? 'A diferença é cobrada à parte e a vaga continua garantida. O link de pagamento vai por e-mail.'
    : 'Uma nova cobrança toma o lugar da que estiver em aberto. O link de pagamento vai por e-mail.'
}
