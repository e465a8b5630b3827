import { useFormContext, useWatch } from 'react-hook-form'
import { hasOptions, QUESTION_KINDS } from '#contract/registration/questions.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { optionsOf } from '#web/ui/options-of.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { blankQuestion, type EventForm, isNew, remaining } from '../form/event-form.ts'
import { StatusField, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'

export function QuestionnairesStep() {
  return (
    <ItemList
      name="questionnaires"
      label="Perguntas"
      hint="Perguntas feitas durante a inscrição: de sim ou não, texto, número, opções, data ou arquivo."
      addLabel="Adicionar pergunta"
      blank={blankQuestion}
      focus="description"
      card={(position) => <QuestionCard key={position.key} position={position} />}
    />
  )
}

const KINDS = optionsOf(QUESTION_KINDS)

const summaryOf = ({ kind, required, attach_file }: EventForm['questionnaires'][number]): string =>
  [QUESTION_KINDS[kind], kind === 'yes_no' && attach_file && 'com anexo', !required && 'opcional']
    .filter(Boolean)
    .join(' · ')

function QuestionCard({ position }: { position: ItemPosition }) {
  const path = `questionnaires.${position.index}` as const
  const field = useFields('questionnaires', path)
  const { control } = useFormContext<EventForm>()
  const question = useWatch({ control, name: path })
  const modalities = useWatch({ control, name: 'modalities' })
  return (
    <ItemCard
      path={path}
      name={question.description || 'Nova pergunta'}
      status={question.status}
      startsOpen={isNew(question.id)}
      summary={summaryOf(question)}
      position={position}
      isBlank={isNew(question.id) && question.description === ''}
    >
      <TextField {...field('description')} required />
      <FieldRow columns="1fr 1fr">
        <SelectField {...field('kind')} data={KINDS} />
        <SelectField
          {...field('modality_id')}
          data={[
            { value: '', label: 'Todos' },
            ...remaining(modalities).map((modality) => ({
              value: String(modality.modality_id),
              label: `Só quem corre ${modality.modality_name || 'Modalidade sem nome'}`,
            })),
          ]}
        />
      </FieldRow>
      {hasOptions(question.kind) && (
        <TextareaField
          {...field('options')}
          description="Uma em cada linha"
          autosize
          minRows={3}
          maxRows={12}
          required
        />
      )}
      {question.kind === 'yes_no' && <SwitchField {...field('attach_file')} />}
      <SwitchField {...field('required')} description="Sem ela a inscrição não segue" />
      <StatusField name={`${path}.status`} description="Inativa, não é mais feita" />
    </ItemCard>
  )
}
