import { Button, TextInput } from '@mantine/core'
import { IconDiscount2, IconX } from '@tabler/icons-react'
import { type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { validateCoupon } from '#contract/checkout/coupon.ts'
import { formatDiscount, parseDiscount } from '#contract/pricing/discount.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import { forgetLinkedCoupon, linkedCoupon } from '#web/features/event/linked-coupon.ts'
import { showToast } from '#web/ui/toast.ts'
import { couponMismatches, type PricedOrder, paidKits } from '../order/order.ts'
import type { Coupon } from '../wizard/draft.ts'
import type { StepProps } from '../wizard/problems.ts'
import classes from './confirmation-step.module.css'
import step from './step.module.css'

interface CouponFieldProps extends Pick<StepProps, 'state' | 'change'> {
  problem: string | undefined
}

export function CouponField({ state: { event, order }, problem, change }: CouponFieldProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** Set before the pressed control is replaced by another one, which then takes the focus. */
  const moving = useRef(false)
  const takeFocus = (control: HTMLElement | null) => {
    if (!control || !moving.current) return
    moving.current = false
    control.focus()
  }

  const apply = async (typed: string) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const coupon = await applyCoupon({ code: typed, eventId: event.id, order })
      forgetLinkedCoupon()
      change({ type: 'set', values: { coupon } })
      setCode('')
      showToast('success', 'Cupom aplicado com sucesso!')
      return true
    } catch (failure) {
      setRefusal(couponMessage(failure))
      return false
    } finally {
      setBusy(false)
    }
  }
  const press = async () => {
    moving.current = true
    if (await apply(code)) return
    moving.current = false
    field.current?.focus()
  }
  /** The focus stays where it is, because nobody pressed anything. */
  const applyLinked = useEffectEvent(() => {
    const linked = order.coupon ? null : linkedCoupon(event.slug)
    if (linked === null) return
    setCode(linked)
    void apply(linked)
  })
  useEffect(() => applyLinked(), [])

  const { coupon } = order
  return (
    <section className={step.section} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Cupom de desconto</h3>
      {coupon ? (
        <AppliedCoupon
          coupon={coupon}
          isUsed={order.participants.some(({ price }) => price?.lines.some(({ kind }) => kind === 'coupon'))}
          removeRef={takeFocus}
          onRemove={() => {
            moving.current = true
            forgetLinkedCoupon()
            change({ type: 'set', values: { coupon: null } })
          }}
        />
      ) : (
        <div className={classes.field}>
          <TextInput
            ref={(input) => {
              field.current = input
              takeFocus(input)
            }}
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
            // Enter applies the coupon instead of sending the order.
            onKeyDown={(pressed) => {
              if (pressed.key !== 'Enter') return
              pressed.preventDefault()
              void press()
            }}
          />
          <Button variant="default" className={classes.apply} loading={busy} onClick={press}>
            Aplicar
          </Button>
        </div>
      )}
    </section>
  )
}

interface AppliedCouponProps {
  coupon: Coupon
  /** Otherwise a discount by right is cheaper, and they do not add up. */
  isUsed: boolean
  onRemove: () => void
  removeRef: Ref<HTMLButtonElement>
}

function AppliedCoupon({ coupon, isUsed, onRemove, removeRef }: AppliedCouponProps) {
  const worth = formatDiscount(coupon)
  return (
    <p className={classes.applied}>
      <IconDiscount2 size={22} aria-hidden />
      <span>
        <b>{coupon.code}</b> · {worth} de desconto
        {!isUsed && '. O desconto por direito sai mais barato e vale no lugar do cupom.'}
      </span>
      <button
        ref={removeRef}
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

interface CouponRequest {
  code: string
  eventId: number
  order: PricedOrder
}

/** Validates a code for each chosen kit. Throws the first refusal when it is valid for none. */
async function applyCoupon({ code, eventId, order }: CouponRequest): Promise<Coupon> {
  const kits = paidKits(order)
  if (code.trim() === '') throw new CouponProblem('Por favor, insira um código de cupom.')
  if (kits.length === 0) throw new CouponProblem('Selecione um kit antes de aplicar o cupom.')
  const answers = await Promise.allSettled(
    kits.map(async (kit) => {
      const { data } = await api(validateCoupon, { body: { code, event_id: eventId, product_id: kit } })
      if (!data.success) throw new CouponProblem('Cupom inválido.')
      return data
    }),
  )
  const [refusal] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const [first] = taken
  if (!first) throw refusal
  const mismatches = couponMismatches(first.conditions, order.participants)
  if (!mismatches.includes(null)) throw new CouponProblem(mismatches[0] ?? 'Cupom inválido.')
  return {
    id: first.discountId,
    code: code.trim().toUpperCase(),
    ...parseDiscount({ type: first.discountType, value: first.discountValue }),
    ...first.conditions,
  }
}

class CouponProblem extends Error {}

const couponMessage = (failure: unknown): string =>
  failure instanceof CouponProblem || (failure instanceof ApiFailure && failure.message)
    ? failure.message
    : 'Ocorreu um erro ao validar o cupom.'
