import { Button, TextInput } from '@mantine/core'
import { IconDiscount2, IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { formatBasisPoints, formatCents } from '#contract/money.ts'
import { showToast } from '../../ui/toast.ts'
import { applyCoupon, couponMessage } from './apply-coupon.ts'
import classes from './coupon-field.module.css'
import type { Coupon } from './draft.ts'
import { paidKits, usefulCoupon } from './price-order.ts'
import type { StepProps } from './step-props.ts'

interface CouponFieldProps extends Pick<StepProps, 'state' | 'change'> {
  /** What the server said about it when the order was placed. */
  problem: string | undefined
}

export function CouponField({ state: { draft, event, order }, problem, change }: CouponFieldProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const apply = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const coupon = await applyCoupon({ code, eventId: event.id, kits: paidKits(order) })
      change({ type: 'couponApplied', coupon })
      setCode('')
      showToast('success', 'Cupom aplicado com sucesso!')
    } catch (failure) {
      setRefusal(couponMessage(failure))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  const coupon = usefulCoupon(draft)
  return (
    <section className={classes.coupon} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Cupom de desconto</h3>
      {coupon ? (
        <AppliedCoupon coupon={coupon} onRemove={() => change({ type: 'couponRemoved' })} />
      ) : (
        <div className={classes.field}>
          <TextInput
            ref={field}
            label="Código do cupom"
            className={classes.code}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={60}
            value={code}
            error={refusal ?? problem}
            onChange={(changed) => {
              setCode(changed.currentTarget.value.toUpperCase())
              setRefusal(undefined)
            }}
            // Enter applies the coupon; it does not send the order.
            onKeyDown={(pressed) => {
              if (pressed.key !== 'Enter') return
              pressed.preventDefault()
              void apply()
            }}
          />
          <Button variant="default" className={classes.apply} loading={busy} onClick={apply}>
            Aplicar
          </Button>
        </div>
      )}
    </section>
  )
}

function AppliedCoupon({ coupon, onRemove }: { coupon: Coupon; onRemove: () => void }) {
  const worth = coupon.type === 0 ? formatBasisPoints(coupon.value) : formatCents(coupon.value)
  return (
    <p className={classes.applied}>
      <IconDiscount2 size={22} aria-hidden />
      <span>
        <b>{coupon.code}</b> · {worth} de desconto
      </span>
      <button
        type="button"
        className={classes.remove}
        aria-label={`Remover cupom ${coupon.code}`}
        onClick={onRemove}
      >
        <IconX size={20} aria-hidden />
      </button>
    </p>
  )
}
