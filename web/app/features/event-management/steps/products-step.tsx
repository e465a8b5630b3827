import { use, useMemo } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { formatDecimal } from '#contract/money.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { MultiChoice } from '#web/ui/multi-choice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { FeesContext } from '../event-context.tsx'
import { PictureField } from '../files/picture-field.tsx'
import { blankProduct, type EventForm, isNew, type ProductForm, remaining } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { type CategoryChoice, categoryChoices, leastFee, valuesOf } from '../form/offer.ts'
import { tiersSummary } from '../form/tiers.ts'
import { MoneyField, StatusField, stockWords, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import { useOpened } from '../parts/use-opened.ts'
import { CopyProduct } from './copy-product.tsx'
import { FeeFields } from './fee-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { RuleFields, RuleWords } from './rule-fields.tsx'
import { ShirtSizes } from './shirt-sizes.tsx'

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
  const { control } = useFormContext<EventForm>()
  const product = useWatch({ control, name: path })
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
          <RuleWords rule={product} />
          <span>{priceWords(product)}</span>
          <span>{stockWords(product.quantity, product.held)}</span>
        </>
      }
      position={position}
      isBlank={isNew(product.id) && product.name === '' && !valuesOf(product).some(Boolean)}
    >
      <FieldRow columns="1fr 1fr">
        <TextField {...field('name')} required />
        <CategoriesField path={path} categories={categories} />
      </FieldRow>
      <PriceFields path={path} />
      <ShirtValue path={path} />
      <FeeFields path={path} product={product} />
      <RuleFields path={path} />
      <TextareaField {...field('description')} minRows={2} />
      <PictureField name={`${path}.product_image`} purpose="product" label={LABELS.products.product_image} />
      <ShirtSizes product={position.index} />
      <StatusField name={`${path}.status`} description="Inativo, não aparece na inscrição" />
      <CopyProduct product={product} categories={categories} onAdd={onAdd} />
    </ItemCard>
  )
}

/** Shown while a discount by right depends on it, or when it is wrong. */
function ShirtValue({ path }: { path: `products.${number}` }) {
  const { control } = useFormContext<EventForm>()
  const field = useFields('products', path)
  const rights = useWatch({ control, name: 'right_rules' })
  const { wrong } = useOpened([`${path}.shirt_value`])
  if (!wrong && !remaining(rights).some(({ base }) => base === 'service')) return null
  return (
    <FieldRow columns="1fr 1fr">
      <MoneyField
        {...field('shirt_value')}
        description="Fica fora dos descontos por direito calculados sem a camiseta"
      />
    </FieldRow>
  )
}

const priceWords = ({ value, tiers }: ProductForm): string =>
  remaining(tiers).length > 0 ? tiersSummary(tiers) : value ? formatDecimal(value) : 'Sem valor'

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
