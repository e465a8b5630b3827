import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { NewPaymentForm } from './new-payment-form.tsx'
import { useChangeMethod } from './use-change-method.ts'

interface NewPaymentProps {
  token: string
  types: readonly PaymentPage['type'][]
  children: string
  onFailure?: () => void
}

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
