import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatDecimal } from '#contract/money.ts'
import { FieldRow } from '../../../../ui/form-section.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { TextareaField } from '../../../../ui/textarea-field.tsx'
import { PictureField } from '../files/picture-field.tsx'
import type { CategoryChoice } from '../form/categories.ts'
import { type EventForm, isNew } from '../form/event-form.ts'
import { ItemCard, type ItemPlace } from '../parts/item-card.tsx'
import { LimitField, stockWords } from '../parts/limit-field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { StatusField } from '../parts/status-field.tsx'
import { FeeFields } from './fee-fields.tsx'
import { ShirtSizes } from './shirt-sizes.tsx'

interface ProductCardProps {
  place: ItemPlace
  categories: readonly CategoryChoice[]
  /** Of the same categories; made once for all cards, which are many. */
  options: ReactNode
}

export function ProductCard({ place, categories, options }: ProductCardProps) {
  const { index } = place
  const path = `products.${index}` as const
  const { control } = useFormContext<EventForm>()
  const product = useWatch({ control, name: path })
  const category = categories.find(({ value }) => value === product.category_id)
  return (
    <ItemCard
      path={path}
      name={product.name || 'Novo produto'}
      status={product.status}
      startsOpen={isNew(product.id)}
      summary={
        <>
          <span>{category?.label ?? 'Todas as categorias'}</span>
          <span>{product.value ? formatDecimal(product.value) : 'Sem valor'}</span>
          <span>{stockWords(product.quantity, product.held)}</span>
        </>
      }
      place={place}
      removal={
        isNew(product.id)
          ? undefined
          : 'Quem já se inscreveu com ele impede a remoção; nesse caso, desative-o.'
      }
    >
      <FieldRow columns="1fr 1fr">
        <TextField control={control} name={`${path}.name`} label="Nome" required />
        <SelectField control={control} name={`${path}.category_id`} label="Categoria">
          <option value="">Todas as categorias</option>
          {options}
        </SelectField>
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <MoneyField name={`${path}.value`} label="Valor" description="R$ 0,00 é gratuito" required />
        <LimitField name={`${path}.quantity`} label="Quantidade" held={product.held} />
      </FieldRow>
      <FeeFields path={path} product={product} />
      <TextareaField control={control} name={`${path}.description`} label="Descrição" minRows={2} />
      <PictureField name={`${path}.product_image`} purpose="product" label="Imagem do produto" />
      <ShirtSizes product={index} />
      <StatusField name={`${path}.status`} description="Inativo, não aparece na inscrição" />
    </ItemCard>
  )
}
