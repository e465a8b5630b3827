import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { FieldRow } from '../../../ui/form-section.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RouteField } from '../files/route-field.tsx'
import { blankCategory } from '../form/blank.ts'
import type { EventForm } from '../form/event-form.ts'
import { LimitField } from '../parts/limit-field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import classes from './rows.module.css'

/** The categories of a modality: what people register for. */
export function CategoryList({ modality }: { modality: number }) {
  const name = `modalities.${modality}.categories` as const
  const { control } = useFormContext<EventForm>()
  const { fields, append, remove } = useFieldArray({ control, name, keyName: 'key' })
  return (
    <section aria-label="Categorias" className={classes.rows}>
      <h4 className={classes.heading}>Categorias</h4>
      {fields.length === 0 && (
        <p className={classes.hint}>Adicione ao menos uma: é nela que as pessoas se inscrevem.</p>
      )}
      <ul className={classes.list}>
        {fields.map(({ category_id: id }, index) => (
          <CategoryRow key={id} modality={modality} index={index} onRemove={() => remove(index)} />
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

interface CategoryRowProps {
  modality: number
  index: number
  onRemove: () => void
}

function CategoryRow({ modality, index, onRemove }: CategoryRowProps) {
  const path = `modalities.${modality}.categories.${index}` as const
  const { control } = useFormContext<EventForm>()
  const [name, held] = useWatch({ control, name: [`${path}.category_name`, `${path}.held`] })
  return (
    <li className={classes.row}>
      <div className={classes.fields}>
        <FieldRow columns="2fr 1fr 1fr">
          <TextField control={control} name={`${path}.category_name`} label="Nome da categoria" required />
          <MoneyField name={`${path}.price`} label="Preço" description="Informativo: quem cobra é o kit" />
          <LimitField name={`${path}.vacancy_limit`} label="Limite de vagas" held={held} />
        </FieldRow>
        <FieldRow columns="1fr 1fr">
          <TextField control={control} name={`${path}.description`} label="Descrição da categoria" />
          <RouteField name={`${path}.route`} />
        </FieldRow>
      </div>
      <ActionIcon
        color="red"
        className={classes.remove}
        aria-label={`Remover categoria ${name || index + 1}`}
        onClick={onRemove}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </li>
  )
}
