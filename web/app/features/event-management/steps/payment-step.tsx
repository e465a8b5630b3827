import { Switch } from '@mantine/core'
import { IconBarcode, IconCreditCard, IconQrcode, type TablerIcon } from '@tabler/icons-react'
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { CouponCard } from '../coupons/coupon-card.tsx'
import { useLocked } from '../event-context.tsx'
import { blankCoupon, type EventForm } from '../form/event-form.ts'
import { lacksPaymentMethod } from '../form/problems.ts'
import { ItemList } from '../parts/item-list.tsx'
import { CancellationPolicy } from './cancellation-policy.tsx'
import { CardInstallments } from './card-installments.tsx'
import { Rights } from './rights.tsx'
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
      <Rights />
      <section className={classes.group} aria-labelledby="coupons">
        <h3 id="coupons">Cupons de desconto</h3>
        <ItemList
          name="discount_cupons"
          label="Cupons de desconto"
          hint="Um cupom tira uma parte do valor do kit de quem digita o código na inscrição ou abre o link do cupom."
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
