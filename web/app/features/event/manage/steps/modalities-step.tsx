import { get, useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { blankModality } from '../form/blank.ts'
import type { EventForm } from '../form/event-form.ts'
import { ItemList } from '../parts/item-list.tsx'
import { ModalityCard } from './modality-card.tsx'

export function ModalitiesStep() {
  const { control } = useFormContext<EventForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'modalities', keyName: 'key' })
  const { errors } = useFormState({ control })
  return (
    <ItemList
      label="Modalidades"
      isEmpty={fields.length === 0}
      hint="Uma modalidade é uma prova, como 5 km ou meia maratona. Dentro dela ficam as categorias, em que as pessoas se inscrevem."
      problem={get(errors, 'modalities.root.message')}
      addLabel="Adicionar modalidade"
      onAdd={() => append(blankModality(), { focusName: `modalities.${fields.length}.modality_name` })}
    >
      {fields.map(({ modality_id: id }, index) => (
        <ModalityCard
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
