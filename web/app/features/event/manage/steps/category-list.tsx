import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { formatDecimal } from '#contract/money.ts'
import { FieldRow } from '../../../../ui/form-section.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { RouteField } from '../files/route-field.tsx'
import { blankCategory } from '../form/blank.ts'
import { type EventForm, isNew } from '../form/event-form.ts'
import { ItemCard, type ItemPlace } from '../parts/item-card.tsx'
import { LimitField, stockWords } from '../parts/limit-field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import classes from './rows.module.css'

/** The categories of a modality: what people register for. */
export function CategoryList({ modality }: { modality: number }) {
  const name = `modalities.${modality}.categories` as const
  const { control } = useFormContext<EventForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name, keyName: 'key' })
  return (
    <section aria-label="Categorias" className={classes.rows}>
      <h4 className={classes.heading}>Categorias</h4>
      {fields.length === 0 && (
        <p className={classes.hint}>Adicione ao menos uma: é nela que as pessoas se inscrevem.</p>
      )}
      <ul className={classes.list}>
        {fields.map(({ category_id: id }, index) => (
          <CategoryCard
            key={id}
            modality={modality}
            place={{
              index,
              count: fields.length,
              onMove: (to) => move(index, to),
              onRemove: () => remove(index),
            }}
          />
        ))}
      </ul>
      <Button
        variant="default"
        size="sm"
        className={classes.add}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => append(blankCategory(), { focusName: `${name}.${fields.length}.category_name` })}
      >
        Adicionar categoria
      </Button>
    </section>
  )
}

interface CategoryCardProps {
  modality: number
  place: ItemPlace
}

function CategoryCard({ modality, place }: CategoryCardProps) {
  const path = `modalities.${modality}.categories.${place.index}` as const
  const { control } = useFormContext<EventForm>()
  const category = useWatch({ control, name: path })
  return (
    <ItemCard
      nested
      path={path}
      name={category.category_name || 'Nova categoria'}
      startsOpen={isNew(category.category_id)}
      summary={
        <>
          {category.price && <span>{formatDecimal(category.price)}</span>}
          <span>{stockWords(category.vacancy_limit, category.held)}</span>
        </>
      }
      place={place}
      removal={isNew(category.category_id) ? undefined : 'Se alguém já se inscreveu nela, ela não pode sair.'}
    >
      <FieldRow columns="2fr 1fr 1fr">
        <TextField control={control} name={`${path}.category_name`} label="Nome da categoria" required />
        <MoneyField name={`${path}.price`} label="Preço" description="Informativo: quem cobra é o kit" />
        <LimitField name={`${path}.vacancy_limit`} label="Limite de vagas" held={category.held} />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <TextField control={control} name={`${path}.description`} label="Descrição da categoria" />
        <RouteField name={`${path}.route`} />
      </FieldRow>
    </ItemCard>
  )
}
