import { TextInput } from '@mantine/core'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { formatDecimal } from '#contract/money.ts'
import { FieldRow } from '../../../../ui/form-section.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { type CouponForm, type EventForm, isNew } from '../form/event-form.ts'
import { ItemCard, type ItemPlace } from '../parts/item-card.tsx'
import { LimitField, stockWords } from '../parts/limit-field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { StatusField } from '../parts/status-field.tsx'

export function CouponCard({ place }: { place: ItemPlace }) {
  const { index } = place
  const path = `discount_cupons.${index}` as const
  const { control } = useFormContext<EventForm>()
  const coupon = useWatch({ control, name: path })
  const products = useWatch({ control, name: 'products' })
  return (
    <ItemCard
      path={path}
      name={coupon.code || 'Novo cupom'}
      status={coupon.status}
      startsOpen={isNew(coupon.id)}
      summary={
        <>
          {coupon.value && <span>{discountWords(coupon)}</span>}
          <span>{stockWords(coupon.quantity, coupon.held)}</span>
        </>
      }
      place={place}
      removal={isNew(coupon.id) ? undefined : 'Se já foi usado, ele não pode sair; nesse caso, desative-o.'}
    >
      <FieldRow columns="2fr 1fr 1fr">
        <CodeField name={`${path}.code`} />
        <SelectField control={control} name={`${path}.type`} label="Tipo do desconto">
          <option value="0">Percentual</option>
          <option value="1">Valor fixo</option>
        </SelectField>
        {coupon.type === '0' ? (
          <MoneyField key="percent" name={`${path}.value`} label="Desconto" percent required />
        ) : (
          <MoneyField key="amount" name={`${path}.value`} label="Desconto" required />
        )}
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <TextField control={control} name={`${path}.start_date`} type="date" label="Início da validade" />
        <TextField control={control} name={`${path}.end_date`} type="date" label="Fim da validade" />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <LimitField name={`${path}.quantity`} label="Quantidade de usos" held={coupon.held} />
        <SelectField control={control} name={`${path}.product_id`} label="Produto">
          <option value="">Todos os produtos</option>
          {products.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name || 'Produto sem nome'}
            </option>
          ))}
          {!products.some(({ id }) => String(id) === coupon.product_id) && coupon.product_id !== '' && (
            <option value={coupon.product_id}>Produto removido</option>
          )}
        </SelectField>
      </FieldRow>
      <StatusField name={`${path}.status`} />
    </ItemCard>
  )
}

const discountWords = ({ type, value }: CouponForm): string =>
  type === '0' ? `${value.replace(/\.?0+$/, '').replace('.', ',')}%` : formatDecimal(value)

/** Codes are upper case, however they are typed. */
function CodeField({ name }: { name: `discount_cupons.${number}.code` }) {
  const { control } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  return (
    <TextInput
      {...field}
      label="Código"
      required
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => field.onChange(event.currentTarget.value.toUpperCase())}
      error={fieldState.error?.message}
    />
  )
}
