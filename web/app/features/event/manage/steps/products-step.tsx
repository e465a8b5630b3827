import { useMemo } from 'react'
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { showToast } from '../../../../ui/toast.ts'
import { blankProduct } from '../form/blank.ts'
import { categoryChoices, nextCategory } from '../form/categories.ts'
import type { EventForm } from '../form/event-form.ts'
import { ItemList } from '../parts/item-list.tsx'
import { ProductCard } from './product-card.tsx'

export function ProductsStep() {
  const { control, getValues } = useFormContext<EventForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'products', keyName: 'key' })
  const { errors } = useFormState({ control })
  const modalities = useWatch({ control, name: 'modalities' })
  const categories = useMemo(() => categoryChoices(modalities), [modalities])
  const options = useMemo(
    () =>
      categories.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      )),
    [categories],
  )
  const add = () => {
    const category = nextCategory(getValues())
    if (category === null)
      return showToast('error', 'Adicione ao menos uma categoria antes de cadastrar um produto.')
    append(blankProduct(category), { focusName: `products.${fields.length}.name` })
  }
  return (
    <ItemList
      label="Produtos"
      isEmpty={fields.length === 0}
      hint="Um produto é o kit que a pessoa compra ao se inscrever, com o seu preço e os tamanhos de camiseta."
      problem={get(errors, 'products.root.message')}
      addLabel="Adicionar produto"
      onAdd={add}
    >
      {fields.map(({ id }, index) => (
        <ProductCard
          categories={categories}
          options={options}
          key={id}
          place={{
            index,
            count: fields.length,
            onMove: (to) => move(index, to),
            onRemove: () => remove(index),
          }}
        />
      ))}
    </ItemList>
  )
}
