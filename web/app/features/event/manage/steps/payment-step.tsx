import { get, useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { blankCoupon } from '../form/blank.ts'
import type { EventForm } from '../form/event-form.ts'
import { ItemList } from '../parts/item-list.tsx'
import { CouponCard } from './coupon-card.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import classes from './payment-step.module.css'

export function PaymentStep() {
  const { control } = useFormContext<EventForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'discount_cupons', keyName: 'key' })
  const { errors } = useFormState({ control })
  return (
    <>
      <PaymentMethods />
      <section className={classes.coupons} aria-labelledby="coupons">
        <h3 id="coupons">Cupons de desconto</h3>
        <ItemList
          label="Cupons de desconto"
          isEmpty={fields.length === 0}
          hint="Um cupom tira uma parte do valor do kit de quem digita o código na inscrição."
          problem={get(errors, 'discount_cupons.root.message')}
          addLabel="Adicionar cupom"
          onAdd={() => append(blankCoupon(), { focusName: `discount_cupons.${fields.length}.code` })}
        >
          {fields.map(({ id }, index) => (
            <CouponCard key={id} place={{ index, count: fields.length, onRemove: () => remove(index) }} />
          ))}
        </ItemList>
      </section>
    </>
  )
}
