import { Switch, TextInput } from '@mantine/core'
import { IconBarcode, IconCreditCard, IconQrcode, type TablerIcon } from '@tabler/icons-react'
import { get, useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { DISCOUNT_LABELS, type Discount, formatDiscount, parseDiscount } from '#contract/pricing/discount.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useLocked } from '../event-context.tsx'
import { blankCoupon, type EventForm, isNew, remaining } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { lacksPaymentMethod } from '../form/problems.ts'
import { LimitField, MoneyField, StatusField, stockWords, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import { CancellationPolicy } from './cancellation-policy.tsx'
import { CardInstallments } from './card-installments.tsx'
import classes from './steps.module.css'

const TYPES: Readonly<Record<number, { label: string; icon: TablerIcon }>> = {
  0: { label: 'Pix', icon: IconQrcode },
  1: { label: 'Boleto', icon: IconBarcode },
  2: { label: 'Cartão de Crédito', icon: IconCreditCard },
}

export function PaymentStep() {
  return (
    <>
      <PaymentMethods />
      <CardInstallments />
      <section className={classes.group} aria-labelledby="coupons">
        <h3 id="coupons">Cupons de desconto</h3>
        <ItemList
          name="discount_cupons"
          label="Cupons de desconto"
          hint="Um cupom tira uma parte do valor do kit de quem digita o código na inscrição."
          addLabel="Adicionar cupom"
          blank={blankCoupon}
          focus="code"
          unordered
          card={(position) => <CouponCard key={position.key} position={position} />}
        />
      </section>
      <CancellationPolicy />
    </>
  )
}

function PaymentMethods() {
  const locked = useLocked()
  const { control } = useFormContext<EventForm>()
  const [payment_methods, products] = useWatch({ control, name: ['payment_methods', 'products'] })
  const refused = get(useFormState({ control }).errors, 'payment_methods.root')
  const lacking = lacksPaymentMethod({ payment_methods, products })
  return (
    <fieldset className={classes.methods} disabled={locked} data-invalid={Boolean(refused)}>
      <legend>
        <h3 className={classes.methodsTitle}>Formas de pagamento</h3>
      </legend>
      <ul className={classes.choices}>
        {payment_methods.map(({ type }, index) => (
          <MethodChoice key={type} index={index} type={type} />
        ))}
      </ul>
      {lacking && <p className={classes.missing}>Selecione ao menos uma forma de pagamento.</p>}
    </fieldset>
  )
}

function MethodChoice({ index, type }: { index: number; type: number }) {
  const name = `payment_methods.${index}.status` as const
  const { control, setValue, clearErrors } = useFormContext<EventForm>()
  const on = useWatch({ control, name }) === 1
  const { label, icon: Icon } = TYPES[type] ?? { label: 'Outra', icon: IconCreditCard }
  return (
    <li className={classes.choice} data-on={on || undefined}>
      <span className={classes.method}>
        <Icon size={24} aria-hidden />
        {label}
      </span>
      <Switch
        aria-label={label}
        checked={on}
        onChange={(event) => {
          setValue(name, event.currentTarget.checked ? 1 : 0, { shouldDirty: true })
          clearErrors('payment_methods')
        }}
      />
    </li>
  )
}

function CouponCard({ position }: { position: ItemPosition }) {
  const path = `discount_cupons.${position.index}` as const
  const field = useFields('discount_cupons', path)
  const { control } = useFormContext<EventForm>()
  const coupon = useWatch({ control, name: path })
  const sold = remaining(useWatch({ control, name: 'products' }))
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
      position={position}
      isBlank={isNew(coupon.id) && coupon.code === ''}
    >
      <FieldRow columns="2fr 1fr 1fr">
        <CodeField name={`${path}.code`} />
        <SelectField {...field('type')}>
          {Object.entries(DISCOUNT_LABELS).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </SelectField>
        <MoneyField key={coupon.type} {...field('value')} percent={coupon.type === '0'} required />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <DateField {...field('start_date')} />
        <DateField {...field('end_date')} />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <LimitField {...field('quantity')} held={coupon.held} />
        <SelectField {...field('product_id')}>
          <option value="">Todos os produtos</option>
          {sold.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name || 'Produto sem nome'}
            </option>
          ))}
          {!sold.some(({ id }) => String(id) === coupon.product_id) && coupon.product_id !== '' && (
            <option value={coupon.product_id}>Produto removido</option>
          )}
        </SelectField>
      </FieldRow>
      <StatusField name={`${path}.status`} />
    </ItemCard>
  )
}

const discountWords = ({ type, value }: EventForm['discount_cupons'][number]): string =>
  formatDiscount(parseDiscount({ type: Number(type) as Discount['type'], value }))

function CodeField({ name }: { name: `discount_cupons.${number}.code` }) {
  const { control } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  return (
    <TextInput
      {...field}
      label={LABELS.discount_cupons.code}
      required
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => field.onChange(event.currentTarget.value.toUpperCase())}
      error={fieldState.error?.message}
    />
  )
}
