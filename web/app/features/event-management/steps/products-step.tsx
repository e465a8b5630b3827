import { use, useMemo } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { formatCents, formatDecimal, toCents } from '#contract/money.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { MultiChoice } from '#web/ui/multi-choice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { FeesContext } from '../event-context.tsx'
import { PictureField } from '../files/picture-field.tsx'
import { blankProduct, type EventForm, isNew, type ProductForm } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { type CategoryChoice, categoryChoices, feeOf, leastFee } from '../form/offer.ts'
import { LimitField, MoneyField, StatusField, stockWords, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import { CopyProduct } from './copy-product.tsx'
import { ShirtSizes } from './shirt-sizes.tsx'
import classes from './steps.module.css'

export function ProductsStep() {
  const { control, getValues } = useFormContext<EventForm>()
  const modalities = useWatch({ control, name: 'modalities' })
  const fees = use(FeesContext)
  const blank = () => {
    if (categoryChoices(getValues('modalities')).length > 0) return blankProduct([], leastFee(fees, null))
    showToast('error', 'Adicione ao menos uma categoria antes de cadastrar um produto.')
    return null
  }
  return (
    <ItemList
      name="products"
      label="Produtos"
      hint="Um produto é o kit que a pessoa compra ao se inscrever, com o seu preço e os tamanhos de camiseta."
      addLabel="Adicionar produto"
      blank={blank}
      focus="name"
      card={(position, onAdd) => (
        <ProductCard
          key={position.key}
          position={position}
          modalities={modalities}
          onAdd={(copies) => onAdd([...copies])}
        />
      )}
    />
  )
}

interface ProductCardProps {
  position: ItemPosition
  modalities: EventForm['modalities']
  onAdd: (copies: readonly ProductForm[]) => void
}

function ProductCard({ position, modalities, onAdd }: ProductCardProps) {
  const path = `products.${position.index}` as const
  const field = useFields('products', path)
  const { control, setValue } = useFormContext<EventForm>()
  const fees = use(FeesContext)
  const product = useWatch({ control, name: path })
  /** The lowest fee differs between free and paid kits. A fee not changed by hand follows the price. */
  const followFee = (typed: string) => {
    const before = leastFee(fees, toCents(product.value))
    const isUntouched =
      product.type_fee === before.type_fee &&
      toCents(product.rate_organizer) === toCents(before.rate_organizer)
    if (!isUntouched) return
    const { type_fee, rate_organizer } = leastFee(fees, toCents(typed))
    setValue(`${path}.type_fee`, type_fee, { shouldDirty: true })
    setValue(`${path}.rate_organizer`, rate_organizer, { shouldDirty: true })
  }
  const chosen = product.category_ids
  const categories = useMemo(() => categoryChoices(modalities, chosen), [modalities, chosen])
  return (
    <ItemCard
      path={path}
      name={product.name || 'Novo produto'}
      status={product.status}
      startsOpen={isNew(product.id) && product.name === ''}
      summary={
        <>
          <span>{whereSold(categories, chosen)}</span>
          <span>{product.value ? formatDecimal(product.value) : 'Sem valor'}</span>
          <span>{stockWords(product.quantity, product.held)}</span>
        </>
      }
      position={position}
      isBlank={isNew(product.id) && product.name === '' && product.value === ''}
    >
      <FieldRow columns="1fr 1fr">
        <TextField {...field('name')} required />
        <CategoriesField path={path} categories={categories} />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <MoneyField {...field('value')} description="R$ 0,00 é gratuito" required onTyped={followFee} />
        <LimitField {...field('quantity')} held={product.held} />
      </FieldRow>
      <FeeFields path={path} product={product} />
      <TextareaField {...field('description')} minRows={2} />
      <PictureField name={`${path}.product_image`} purpose="product" label={LABELS.products.product_image} />
      <ShirtSizes product={position.index} />
      <StatusField name={`${path}.status`} description="Inativo, não aparece na inscrição" />
      <CopyProduct product={product} categories={categories} onAdd={onAdd} />
    </ItemCard>
  )
}

const whereSold = (categories: readonly CategoryChoice[], chosen: readonly string[]): string => {
  const [first, ...others] = categories.filter(({ value }) => chosen.includes(value))
  if (!first) return 'Todas as categorias'
  return others.length === 0 ? first.label : `${others.length + 1} categorias`
}

interface CategoriesFieldProps {
  path: `products.${number}`
  categories: readonly CategoryChoice[]
}

/** The categories in which the kit is sold. They share the kit's stock. */
function CategoriesField({ path, categories }: CategoriesFieldProps) {
  const { control } = useFormContext<EventForm>()
  const { field, fieldState } = useController({ control, name: `${path}.category_ids` })
  // Ids of removed categories are hidden and dropped with the next change.
  const shown = field.value.filter((id) => categories.some(({ value }) => value === id))
  return (
    <MultiChoice
      {...field}
      label={LABELS.products.category_ids}
      description="Vazio, vale para todas. A quantidade é uma só para as escolhidas"
      placeholder={shown.length === 0 ? 'Todas as categorias' : 'Mais uma'}
      data={[...categories]}
      value={shown}
      nothingFoundMessage="Nenhuma outra categoria."
      error={fieldState.error?.message}
    />
  )
}

function FeeFields({ path, product }: { path: `products.${number}`; product: ProductForm }) {
  const field = useFields('products', path)
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
    <dl className={classes.feeResult} aria-live="polite" aria-label="Cálculo da taxa">
      {facts.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
