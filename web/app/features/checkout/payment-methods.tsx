import { IconBarcode, IconCreditCard, IconQrcode, type TablerIcon } from '@tabler/icons-react'
import { useId } from 'react'
import { PAYMENT_TYPES } from '#contract/payment-status.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { OptionCard } from './option.tsx'
import classes from './payment-methods.module.css'
import type { StepProps } from './step-props.ts'

/** By payment type: 0 Pix, 1 Boleto, 2 Cartão de Crédito. */
const LOOK: readonly { icon: TablerIcon; detail: string }[] = [
  { icon: IconQrcode, detail: 'Código QR ou copia e cola, confirmado na hora' },
  { icon: IconBarcode, detail: 'Confirmado em até 3 dias úteis' },
  { icon: IconCreditCard, detail: 'Confirmado em instantes' },
]

export function PaymentMethods({ state: { draft, event }, problems, change }: StepProps) {
  const name = useId()
  if (event.payment_methods.length === 0) {
    return (
      <p className={classes.none} tabIndex={-1} data-invalid={problems.payment_method_id !== undefined}>
        Nenhum método de pagamento disponível para este evento.
      </p>
    )
  }
  return (
    <ChoiceGroup legend="Forma de pagamento" layout="cards" problem={problems.payment_method_id}>
      {event.payment_methods.map(({ id, type }) => {
        const { icon: Icon, detail } = LOOK[type] ?? { icon: IconCreditCard, detail: null }
        return (
          <OptionCard
            key={id}
            name={name}
            checked={id === draft.paymentMethod}
            onChoose={() => change({ type: 'paymentMethodChosen', id })}
            media={<Icon size={28} stroke={1.75} aria-hidden />}
          >
            <strong>{PAYMENT_TYPES[type] ?? 'Outra forma'}</strong>
            {detail && <small>{detail}</small>}
          </OptionCard>
        )
      })}
    </ChoiceGroup>
  )
}
