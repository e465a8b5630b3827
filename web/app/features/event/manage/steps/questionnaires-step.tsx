import { useFormContext, useWatch } from 'react-hook-form'
import { SwitchField } from '../../../../ui/switch-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { blankQuestion, type EventForm, isNew } from '../form/event-form.ts'
import { LABELS } from '../form/labels.ts'
import { StatusField } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'

export function QuestionnairesStep() {
  return (
    <ItemList
      name="questionnaires"
      label="Perguntas"
      hint="Perguntas que se respondem com sim ou não durante a inscrição."
      addLabel="Adicionar pergunta"
      blank={blankQuestion}
      focus="description"
      card={(position) => <QuestionCard key={position.key} position={position} />}
    />
  )
}

function QuestionCard({ position }: { position: ItemPosition }) {
  const { index } = position
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
      position={position}
      isBlank={isNew(question.id) && question.description === ''}
    >
      <TextField
        control={control}
        name={`${path}.description`}
        label={LABELS.questionnaires.description}
        required
      />
      <SwitchField control={control} name={`${path}.attach_file`} label="Pedir um anexo" />
      <StatusField name={`${path}.status`} description="Inativa, não é mais feita" />
    </ItemCard>
  )
}
