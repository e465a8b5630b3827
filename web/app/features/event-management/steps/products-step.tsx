import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { use, useMemo, useState } from 'react'
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { formatDecimal } from '#contract/money.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { FeesContext, useLocked } from '../event-context.tsx'
import { PictureField } from '../files/picture-field.tsx'
import { blankProduct, type EventForm, isNew, type ProductForm, remaining } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { type CategoryChoice, categoryChoices, leastFee, valuesOf } from '../form/offer.ts'
import { PRODUCT_COLUMNS, withPasted } from '../form/pasted-items.ts'
import { tiersSummary } from '../form/tiers.ts'
import { CELL, cellClasses } from '../parts/cell.ts'
import { LimitCell, MoneyField, StatusField, stockWords, useFields } from '../parts/fields.tsx'
import { GridRow, ItemGrid } from '../parts/item-grid.tsx'
import items from '../parts/items.module.css'
import { showUnread } from '../parts/show-unread.ts'
import { useOpened } from '../parts/use-opened.ts'
import { CopyProduct } from './copy-product.tsx'
import { FeeFields } from './fee-fields.tsx'
import { KitMatrix } from './kit-matrix.tsx'
import { PriceTiers, useFollowedFee } from './price-tiers.tsx'
import { RuleFields, RuleWords } from './rule-fields.tsx'
import { ShirtSizes } from './shirt-sizes.tsx'
import classes from './steps.module.css'

const COLUMNS = [
  { field: 'name', label: 'Nome' },
  { field: 'value', label: 'Valor' },
  { field: 'quantity', label: 'Quantidade' },
]
const TEMPLATE = 'minmax(0, 2.5fr) minmax(0, 1.5fr) minmax(0, 1fr)'
const DETAILS = [
  'tiers',
  'shirt_value',
  'type_fee',
  'rate_organizer',
  'is_increment',
  'sex',
  'min_age',
  'max_age',
  'description',
  'product_image',
  'shirt_sizes',
  'status',
]

export function ProductsStep() {
  const { control, getValues, setFocus } = useFormContext<EventForm>()
  const { fields, append, remove, move, replace } = useFieldArray({
    control,
    name: 'products',
    keyName: 'key',
  })
  const { errors } = useFormState({ control })
  const modalities = useWatch({ control, name: 'modalities' })
  const fees = use(FeesContext)
  const locked = useLocked()
  /** The kit added by the button, whose details are open. */
  const [added, setAdded] = useState<number | null>(null)
  const problem: unknown = get(errors, 'products.root.message')
  const blank = () => blankProduct([], leastFee(fees, null))
  const add = () => {
    if (categoryChoices(getValues('modalities')).length === 0) {
      showToast('error', 'Adicione ao menos uma categoria antes de cadastrar um produto.')
      return null
    }
    const product = blank()
    append(product, { focusName: `products.${fields.length}.name` })
    return product.id
  }
  const addBelow = () => {
    const last = getValues('products').findLastIndex(({ removed }) => !removed)
    if (getValues('products')[last]?.name === '') setFocus(`products.${last}.name`)
    else add()
  }
  return (
    <>
      {typeof problem === 'string' && (
        <p role="alert" className={items.problem}>
          {problem}
        </p>
      )}
      {fields.length === 0 ? (
        <p className={items.hint}>
          Um produto é o kit que a pessoa compra ao se inscrever, com o seu preço e os tamanhos de camiseta.
        </p>
      ) : (
        <ItemGrid
          list="products"
          label="Produtos"
          count={fields.length}
          columns={COLUMNS}
          template={TEMPLATE}
          onAdd={addBelow}
          onPaste={(at, cells) => {
            const { items: filled, unread } = withPasted({
              items: getValues('products'),
              cells,
              at,
              columns: PRODUCT_COLUMNS,
              blank,
            })
            replace(filled)
            showUnread(unread)
          }}
        >
          {fields.map(({ id }, index) => (
            <ProductRow
              key={id}
              path={`products.${index}`}
              modalities={modalities}
              startsOpen={id === added}
              position={{
                index,
                count: fields.length,
                onMove: (to) => move(index, to),
                onDrop: () => remove(index),
              }}
              onAdd={(copies) => append([...copies], { shouldFocus: false })}
            />
          ))}
        </ItemGrid>
      )}
      <Group gap="sm">
        <Button
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={locked}
          onClick={() => setAdded(add())}
        >
          Adicionar produto
        </Button>
        {fields.length > 0 && (
          <span className={classes.hint}>
            Na seta de cada um: lotes, taxa e tamanhos de camiseta. Você pode colar aqui as linhas de uma
            planilha.
          </span>
        )}
      </Group>
      <KitMatrix />
    </>
  )
}

interface ProductRowProps {
  path: `products.${number}`
  modalities: EventForm['modalities']
  startsOpen: boolean
  position: Parameters<typeof GridRow>[0]['position']
  onAdd: (copies: readonly ProductForm[]) => void
}

function ProductRow({ path, modalities, startsOpen, position, onAdd }: ProductRowProps) {
  const field = useFields('products', path)
  const { control } = useFormContext<EventForm>()
  const product = useWatch({ control, name: path })
  const followFee = useFollowedFee(path, product)
  const chosen = product.category_ids
  const categories = useMemo(() => categoryChoices(modalities, chosen), [modalities, chosen])
  const hasTiers = remaining(product.tiers).length > 0
  return (
    <GridRow
      path={path}
      name={product.name || 'Novo produto'}
      status={product.status}
      position={position}
      columns={COLUMNS}
      details={DETAILS}
      startsOpen={startsOpen}
      isBlank={isNew(product.id) && product.name === '' && !valuesOf(product).some(Boolean)}
      summary={
        <>
          <span>{priceWords(product)}</span>
          <span>{whereSold(categories, chosen)}</span>
          <RuleWords rule={product} />
          <span>{stockWords(product.quantity, product.held)}</span>
        </>
      }
      cells={
        <>
          <TextField
            {...field('name')}
            {...CELL}
            className={cellClasses.name}
            placeholder="Nome do kit"
            autoComplete="off"
            required
          />
          {hasTiers ? (
            <span className={classes.tiersCell}>{tiersSummary(product.tiers)}</span>
          ) : (
            <MoneyField
              {...field('value')}
              {...CELL}
              className={cellClasses.half}
              description="R$ 0,00 é gratuito"
              required
              onTyped={(typed) => followFee([typed])}
            />
          )}
          <LimitCell {...field('quantity')} held={product.held} />
        </>
      }
    >
      <PriceTiers path={path} />
      <ShirtValue path={path} />
      <FeeFields path={path} product={product} />
      <RuleFields path={path} />
      <TextareaField {...field('description')} minRows={2} />
      <PictureField name={`${path}.product_image`} purpose="product" label={LABELS.products.product_image} />
      <ShirtSizes product={position.index} />
      <StatusField name={`${path}.status`} description="Inativo, não aparece na inscrição" />
      <CopyProduct product={product} categories={categories} onAdd={onAdd} />
    </GridRow>
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
