import { CouponField } from './coupon-field.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import type { StepProps } from './step-props.ts'
import { Terms } from './terms.tsx'

/** How it is paid, what is accepted, and the coupon. */
export function ConfirmationStep(props: StepProps) {
  const { state, problems, change } = props
  return (
    <>
      {state.order.totalCents > 0 && <PaymentMethods {...props} />}
      {state.order.hasPaidKit && (
        <CouponField state={state} problem={problems.discount_coupon_id} change={change} />
      )}
      {state.event.terms.length > 0 && <Terms {...props} />}
    </>
  )
}
