import { PaymentTypeChoice } from '../../ui/payment-type-choice.tsx'
import classes from './payment-methods.module.css'
import type { StepProps } from './step-props.ts'

export function PaymentMethods({ state: { draft, event }, problems, change }: StepProps) {
  const methods = event.payment_methods
  if (methods.length === 0) {
    return (
      <p className={classes.none} tabIndex={-1} data-invalid={problems.payment_method_id !== undefined}>
        Nenhum método de pagamento disponível para este evento.
      </p>
    )
  }
  return (
    <PaymentTypeChoice
      types={methods.map(({ type }) => type)}
      chosen={methods.find(({ id }) => id === draft.paymentMethod)?.type ?? null}
      problem={problems.payment_method_id}
      onChoose={(chosen) => {
        const method = methods.find(({ type }) => type === chosen)
        if (method) change({ type: 'paymentMethodChosen', id: method.id })
      }}
    />
  )
}
