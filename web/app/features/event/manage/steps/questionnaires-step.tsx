import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { SwitchField } from '../../../../ui/switch-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { blankQuestion } from '../form/blank.ts'
import { type EventForm, isNew } from '../form/event-form.ts'
import { ItemCard, type ItemPlace } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import { StatusField } from '../parts/status-field.tsx'

export function QuestionnairesStep() {
  const { control } = useFormContext<EventForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'questionnaires', keyName: 'key' })
  const { errors } = useFormState({ control })
  return (
    <ItemList
      label="Perguntas"
      isEmpty={fields.length === 0}
      hint="Perguntas que se respondem com sim ou não durante a inscrição."
      problem={get(errors, 'questionnaires.root.message')}
      addLabel="Adicionar pergunta"
      onAdd={() => append(blankQuestion(), { focusName: `questionnaires.${fields.length}.description` })}
    >
      {fields.map(({ id }, index) => (
        <QuestionCard
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

function QuestionCard({ place }: { place: ItemPlace }) {
  const { index } = place
  const path = `questionnaires.${index}` as const
  const { control } = useFormContext<EventForm>()
  const question = useWatch({ control, name: path })
  return (
    <ItemCard
      path={path}
      name={question.description || 'Nova pergunta'}
      status={question.status}
      startsOpen={isNew(question.id)}
      summary={question.attach_file ? 'Com anexo' : null}
      place={place}
      removal={
        isNew(question.id) ? undefined : 'Se já foi respondida, ela não pode sair; nesse caso, desative-a.'
      }
    >
      <TextField control={control} name={`${path}.description`} label="Pergunta" required />
      <SwitchField control={control} name={`${path}.attach_file`} label="Pedir um anexo" />
      <StatusField name={`${path}.status`} description="Inativa, não é mais feita" />
    </ItemCard>
  )
}
