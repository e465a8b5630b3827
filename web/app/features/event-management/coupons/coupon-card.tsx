import { TextInput } from '@mantine/core'
import { use } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { SEX, SEXES } from '#contract/documents.ts'
import { DISCOUNT_LABELS } from '#contract/pricing/discount.ts'
import { couponLink } from '#web/features/event/coupon-link.ts'
import { CountField } from '#web/ui/count-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FieldRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { StoredEventContext } from '../event-context.tsx'
import { type EventForm, isNew, remaining } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { Choices } from '../parts/choices.tsx'
import { LimitField, MoneyField, StatusField, stockWords, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { useOpened } from '../parts/use-opened.ts'
import steps from '../steps/steps.module.css'
import { CopyLink } from './copy-link.tsx'
import classes from './coupon.module.css'
import { CouponCodes } from './coupon-codes.tsx'
import { CouponPeople } from './coupon-people.tsx'
import { conditionWords, discountWords, tierOptions } from './coupon-words.ts'

type CouponPath = `discount_cupons.${number}`

/** Code, discount and quantity; who may use it is in a disclosure. */
export function CouponCard({ position }: { position: ItemPosition }) {
  const path: CouponPath = `discount_cupons.${position.index}`
  const field = useFields('discount_cupons', path)
  const { control } = useFormContext<EventForm>()
  const coupon = useWatch({ control, name: path })
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
          {coupon.channel && <span>{coupon.channel}</span>}
        </>
      }
      position={position}
      isBlank={isNew(coupon.id) && coupon.code === ''}
    >
      <FieldRow columns="2fr 1fr 1fr">
        <CodeField name={`${path}.code`} isPrefix={coupon.single_use} />
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
        <LimitField {...field('quantity')} held={coupon.held} />
        <TextField
          {...field('channel')}
          placeholder="Instagram, assessoria, loja…"
          description="Onde o cupom é divulgado, para o relatório"
          maxLength={40}
          autoComplete="off"
        />
      </FieldRow>
      <Conditions path={path} />
      <div className={classes.uses}>
        <SwitchField
          {...field('single_use')}
          description="Cada código gerado vale uma vez. O código acima fica sendo o começo deles."
        />
        <Uses path={path} />
      </div>
      <StatusField name={`${path}.status`} />
    </ItemCard>
  )
}

const CONDITIONS = [
  'start_date',
  'end_date',
  'product_id',
  'tier_id',
  'sex',
  'min_age',
  'max_age',
  'min_people',
  'max_per_person',
  'for_list',
  'reserved_until',
] as const

function Conditions({ path }: { path: CouponPath }) {
  const field = useFields('discount_cupons', path)
  const { control } = useFormContext<EventForm>()
  const coupon = useWatch({ control, name: path })
  const products = useWatch({ control, name: 'products' })
  const { open, setOpen } = useOpened(CONDITIONS.map((name) => `${path}.${name}` as const))
  const kits = remaining(products).map(({ id, name }) => ({
    id: String(id),
    label: name || 'Produto sem nome',
  }))
  return (
    <details className={steps.rule} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Condições: {conditionWords(coupon, products) ?? 'nenhuma'}</summary>
      <div className={classes.conditions}>
        <FieldRow columns="1fr 1fr">
          <DateField {...field('start_date')} />
          <DateField {...field('end_date')} />
        </FieldRow>
        <FieldRow columns="1fr 1fr">
          <SelectField {...field('product_id')}>
            <Choices
              none="Todos os produtos"
              gone="Produto removido"
              options={kits}
              chosen={coupon.product_id}
            />
          </SelectField>
          <SelectField {...field('tier_id')}>
            <Choices
              none="Todos os lotes"
              gone="Lote removido ou de outro produto"
              options={tierOptions(products, coupon.product_id)}
              chosen={coupon.tier_id}
            />
          </SelectField>
        </FieldRow>
        <FieldRow columns="1fr 1fr 1fr">
          <SelectField {...field('sex')}>
            <option value="">Qualquer</option>
            <option value={SEX.female}>{SEXES[SEX.female]}</option>
            <option value={SEX.male}>{SEXES[SEX.male]}</option>
          </SelectField>
          <CountField {...field('min_age')} placeholder="Sem mínimo" />
          <CountField {...field('max_age')} placeholder="Sem máximo" />
        </FieldRow>
        <FieldRow columns="1fr 1fr">
          <CountField
            {...field('min_people')}
            placeholder="Sem mínimo"
            description="Pessoas no mesmo pedido a quem o cupom vale"
          />
          <CountField
            {...field('max_per_person')}
            placeholder="Sem limite"
            description="Por conta, nas inscrições feitas de agora em diante"
          />
        </FieldRow>
        <FieldRow columns="1fr 1fr">
          <DateField
            {...field('reserved_until')}
            description="Até o fim desse dia ninguém mais ocupa as vagas da quantidade de usos"
          />
        </FieldRow>
        <SwitchField
          {...field('for_list')}
          description="Cada participante pelo CPF, e quem compra também pelo e-mail da conta."
        />
      </div>
    </details>
  )
}

/** The codes and the list of a coupon are not part of the form: each change is saved at once. */
function Uses({ path }: { path: CouponPath }) {
  const { control, getFieldState, formState } = useFormContext<EventForm>()
  const coupon = useWatch({ control, name: path })
  const event = use(StoredEventContext)
  if (!coupon.single_use && !coupon.for_list) return null
  const isStored =
    event !== null &&
    !isNew(coupon.id) &&
    (['code', 'single_use', 'for_list'] as const).every(
      (name) => !getFieldState(`${path}.${name}`, formState).isDirty,
    )
  if (!isStored)
    return (
      <p className={steps.hint}>
        Salve o evento para {coupon.single_use ? 'gerar os códigos' : 'pôr pessoas na lista'}.
      </p>
    )
  const stored = { eventId: event.id, couponId: coupon.id, name: coupon.code }
  return (
    <div className={classes.actions}>
      {coupon.single_use && <CouponCodes {...stored} />}
      {coupon.for_list && <CouponPeople {...stored} />}
    </div>
  )
}

function CodeField({ name, isPrefix }: { name: `${CouponPath}.code`; isPrefix: boolean }) {
  const { control } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name })
  const event = use(StoredEventContext)
  const isStored = event !== null && field.value !== '' && !fieldState.isDirty
  return (
    <div className={classes.code}>
      <TextInput
        {...field}
        label={isPrefix ? 'Começo dos códigos' : LABELS.discount_cupons.code}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => field.onChange(event.currentTarget.value.toUpperCase())}
        error={fieldState.error?.message}
      />
      {isStored && !isPrefix && <CopyLink link={couponLink(event.slug, field.value)} code={field.value} />}
    </div>
  )
}
