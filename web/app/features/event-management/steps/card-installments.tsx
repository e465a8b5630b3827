import { useFormContext, useWatch } from 'react-hook-form'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import { MAX_INSTALLMENTS } from '#contract/pricing/installments.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import type { EventForm } from '../form/event-form.ts'
import { MoneyField, useFields } from '../parts/fields.tsx'
import classes from './steps.module.css'

const COUNTS = Array.from({ length: MAX_INSTALLMENTS - 1 }, (_, i) => i + 2)

/** The installment settings. Shown only if the event accepts cards. */
export function CardInstallments() {
  const { control } = useFormContext<EventForm>()
  const field = useFields('event')
  const [methods, max] = useWatch({ control, name: ['payment_methods', 'max_installments'] })
  if (!methods.some(({ type, status }) => type === PAYMENT_TYPE.card && status === ITEM_STATUS.active))
    return null
  return (
    <section className={classes.group} aria-labelledby="installments">
      <h3 id="installments">Parcelamento no cartão</h3>
      <FieldRow columns="1fr 1fr">
        <SelectField {...field('max_installments')}>
          <option value="1">Só à vista</option>
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              Até {count}x
            </option>
          ))}
        </SelectField>
        {max !== '1' && <MoneyField {...field('min_installment')} required />}
      </FieldRow>
      {max !== '1' && (
        <SwitchField
          {...field('installment_interest')}
          description="Ligado, o corredor vê e paga os juros. Desligado, o preço não muda, e a tarifa do cartão sai do seu líquido."
        />
      )}
    </section>
  )
}
