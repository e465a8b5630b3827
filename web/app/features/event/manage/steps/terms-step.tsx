import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { TextField } from '../../../../ui/text-field.tsx'
import { TextareaField } from '../../../../ui/textarea-field.tsx'
import { blankTerm } from '../form/blank.ts'
import { type EventForm, isNew } from '../form/event-form.ts'
import { ItemCard, type ItemPlace } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import { StatusField } from '../parts/status-field.tsx'

export function TermsStep() {
  const { control } = useFormContext<EventForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'terms', keyName: 'key' })
  const { errors } = useFormState({ control })
  return (
    <ItemList
      label="Termos"
      isEmpty={fields.length === 0}
      hint="Um termo é um texto que todos aceitam para se inscrever. Se ele mudar, o que já foi aceito continua guardado como era."
      problem={get(errors, 'terms.root.message')}
      addLabel="Adicionar termo"
      onAdd={() => append(blankTerm(), { focusName: `terms.${fields.length}.name` })}
    >
      {fields.map(({ id }, index) => (
        <TermCard
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

function TermCard({ place }: { place: ItemPlace }) {
  const { index } = place
  const path = `terms.${index}` as const
  const { control } = useFormContext<EventForm>()
  const term = useWatch({ control, name: path })
  return (
    <ItemCard
      path={path}
      name={term.name || 'Novo termo'}
      status={term.status}
      startsOpen={isNew(term.id)}
      summary={null}
      place={place}
      removal={isNew(term.id) ? undefined : 'Se já foi aceito, ele não pode sair; nesse caso, desative-o.'}
    >
      <TextField control={control} name={`${path}.name`} label="Nome" required />
      <TextareaField
        control={control}
        name={`${path}.description`}
        label="Texto"
        required
        minRows={6}
        maxRows={24}
      />
      <StatusField name={`${path}.status`} description="Inativo, não é mais pedido" />
    </ItemCard>
  )
}
