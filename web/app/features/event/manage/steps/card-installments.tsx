import { useFormContext, useWatch } from 'react-hook-form'
import { MAX_INSTALLMENTS } from '#contract/installments.ts'
import { FieldRow } from '../../../../ui/form-section.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { SwitchField } from '../../../../ui/switch-field.tsx'
import type { EventForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { MoneyField } from '../parts/fields.tsx'
import classes from './steps.module.css'

const CARD = 2
const COUNTS = Array.from({ length: MAX_INSTALLMENTS - 1 }, (_, i) => i + 2)

/** Of an event that takes cards. */
export function CardInstallments() {
  const { control } = useFormContext<EventForm>()
  const [methods, max] = useWatch({ control, name: ['payment_methods', 'max_installments'] })
  if (!methods.some(({ type, status }) => type === CARD && status === 1)) return null
  return (
    <section className={classes.group} aria-labelledby="installments">
      <h3 id="installments">Parcelamento no cartão</h3>
      <FieldRow columns="1fr 1fr">
        <SelectField control={control} name="max_installments" label={LABELS.event.max_installments}>
          <option value="1">Só à vista</option>
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              Até {count}x
            </option>
          ))}
        </SelectField>
        {max !== '1' && <MoneyField name="min_installment" label={LABELS.event.min_installment} required />}
      </FieldRow>
      {max !== '1' && (
        <SwitchField
          control={control}
          name="installment_interest"
          label="Juros por conta do corredor"
          description="Ligado, o corredor vê e paga os juros. Desligado, o preço não muda, e a tarifa do cartão sai do seu líquido."
        />
      )}
    </section>
  )
}
