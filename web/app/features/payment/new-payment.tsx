import type { PaymentPage } from '#contract/payment-page.ts'
import { NewPaymentForm } from './new-payment-form.tsx'
import { useChangeMethod } from './use-change-method.ts'

interface NewPaymentProps {
  token: string
  types: readonly PaymentPage['type'][]
  /** The explanation above the choice. */
  children: string
  onFailure?: () => void
}

/** Creates another payment in the place of this one and goes to its page. */
export function NewPayment({ token, types, children, onFailure }: NewPaymentProps) {
  const change = useChangeMethod(token, onFailure)
  return (
    <NewPaymentForm
      types={types}
      busy={change.isPending}
      onSubmit={(payment_type) => change.mutate({ payment_type })}
    >
      {children}
    </NewPaymentForm>
  )
}
