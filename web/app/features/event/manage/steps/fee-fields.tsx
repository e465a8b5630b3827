import { useFormContext } from 'react-hook-form'
import { formatCents, toCents } from '#contract/money.ts'
import { FieldRow } from '../../../../ui/form-section.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { SwitchField } from '../../../../ui/switch-field.tsx'
import type { EventForm, ProductForm } from '../form/event-form.ts'
import { feeOf } from '../form/fees.ts'
import { MoneyField } from '../parts/money-field.tsx'
import classes from './fee-fields.module.css'

interface FeeFieldsProps {
  path: `products.${number}`
  product: ProductForm
}

/** The service fee, and what comes of it for runner and organizer while it is typed. */
export function FeeFields({ path, product }: FeeFieldsProps) {
  const { control } = useFormContext<EventForm>()
  return (
    <div className={classes.fees}>
      <FieldRow columns="1fr 1fr">
        <SelectField control={control} name={`${path}.type_fee`} label="Tipo da taxa">
          <option value="0">Percentual</option>
          <option value="1">Valor fixo</option>
        </SelectField>
        {product.type_fee === '0' ? (
          <MoneyField key="percent" name={`${path}.rate_organizer`} label="Taxa de serviço" percent />
        ) : (
          <MoneyField key="amount" name={`${path}.rate_organizer`} label="Taxa de serviço" />
        )}
      </FieldRow>
      <SwitchField
        control={control}
        name={`${path}.is_increment`}
        label="O participante paga a taxa"
        description="Desligado, ela sai do valor que você recebe"
      />
      <FeeResult product={product} />
    </div>
  )
}

function FeeResult({ product }: { product: ProductForm }) {
  const value = toCents(product.value) ?? 0
  const fee = feeOf(product)
  const facts = [
    ['Taxa', fee],
    ['Participante paga', product.is_increment ? value + fee : value],
    ['Você recebe', product.is_increment ? value : value - fee],
  ] as const
  return (
    <dl className={classes.result} aria-live="polite" aria-label="Cálculo da taxa">
      {facts.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
