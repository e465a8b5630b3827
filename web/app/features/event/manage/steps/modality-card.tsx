import { useFormContext, useWatch } from 'react-hook-form'
import { FieldRow } from '../../../../ui/form-section.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { TextareaField } from '../../../../ui/textarea-field.tsx'
import { type EventForm, isNew } from '../form/event-form.ts'
import { ItemCard, type ItemPlace } from '../parts/item-card.tsx'
import { LimitField, stockWords } from '../parts/limit-field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { StatusField } from '../parts/status-field.tsx'
import { CategoryList } from './category-list.tsx'

export function ModalityCard({ place }: { place: ItemPlace }) {
  const { index } = place
  const path = `modalities.${index}` as const
  const { control } = useFormContext<EventForm>()
  const modality = useWatch({ control, name: path })
  const count = modality.categories.length
  return (
    <ItemCard
      path={path}
      name={modality.modality_name || 'Nova modalidade'}
      status={modality.status}
      startsOpen={isNew(modality.modality_id)}
      summary={
        <>
          <span>
            {count} {count === 1 ? 'categoria' : 'categorias'}
          </span>
          <span>{stockWords(modality.vacancy_limit, modality.held)}</span>
        </>
      }
      place={place}
      removal={
        isNew(modality.modality_id) && count === 0 ? undefined : 'As suas categorias são removidas junto.'
      }
    >
      <FieldRow columns="2fr 1fr 1fr">
        <TextField control={control} name={`${path}.modality_name`} label="Nome" required />
        <MoneyField name={`${path}.price`} label="Preço" description="Informativo: quem cobra é o kit" />
        <LimitField name={`${path}.vacancy_limit`} label="Limite de vagas" held={modality.held} />
      </FieldRow>
      <TextareaField control={control} name={`${path}.description`} label="Descrição" minRows={2} />
      <StatusField name={`${path}.status`} description="Inativa, ninguém a escolhe" />
      <CategoryList modality={index} />
    </ItemCard>
  )
}
