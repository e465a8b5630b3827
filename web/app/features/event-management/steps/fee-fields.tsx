import { formatCents, toCents } from '#contract/money.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { type ProductForm, remaining } from '../form/event-form.ts'
import { feeOf } from '../form/offer.ts'
import { MoneyField, useFields } from '../parts/fields.tsx'
import classes from './steps.module.css'

/** The service fee of a product, and what it means at each of its prices. */
export function FeeFields({ path, product }: { path: `products.${number}`; product: ProductForm }) {
  const field = useFields('products', path)
  const tiers = remaining(product.tiers).filter(({ ended }) => !ended)
  return (
    <div className={classes.fees}>
      <FieldRow columns="1fr 1fr">
        <SelectField {...field('type_fee')}>
          <option value="0">Percentual</option>
          <option value="1">Valor fixo</option>
        </SelectField>
        <MoneyField key={product.type_fee} {...field('rate_organizer')} percent={product.type_fee === '0'} />
      </FieldRow>
      <SwitchField {...field('is_increment')} description="Desligado, ela sai do valor que você recebe" />
      {tiers.length === 0 && <FeeResult product={product} value={product.value} />}
      {tiers.map(({ id, name, value }) => (
        <FeeResult key={id} product={product} value={value} tier={name || 'Lote'} />
      ))}
    </div>
  )
}

interface FeeResultProps {
  product: ProductForm
  value: string
  /** The name of the tier with this price. */
  tier?: string
}

function FeeResult({ product, value, tier }: FeeResultProps) {
  const cents = toCents(value) ?? 0
  const fee = feeOf(value, product)
  const facts = [
    ['Taxa', fee],
    ['Participante paga', product.is_increment ? cents + fee : cents],
    ['Você recebe', product.is_increment ? cents : cents - fee],
  ] as const
  const label = tier === undefined ? 'Cálculo da taxa' : `Cálculo da taxa: ${tier}`
  return (
    <dl className={classes.feeResult} aria-live="polite" aria-label={label}>
      {tier !== undefined && (
        <div className={classes.feeTier}>
          <dt>Lote</dt>
          <dd>{tier}</dd>
        </div>
      )}
      {facts.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCents(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
