import { useFormContext, useWatch } from 'react-hook-form'
import {
  ASKED,
  hasOptions,
  optionsOf as linesOf,
  possibleAnswers,
  QUESTION_KINDS,
} from '#contract/registration/questions.ts'
import { FieldRow } from '#web/ui/form-section.tsx'
import { optionsOf } from '#web/ui/options-of.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { blankQuestion, type EventForm, isNew, remaining } from '../form/event-form.ts'
import { Choices } from '../parts/choices.tsx'
import { StatusField, useFields } from '../parts/fields.tsx'
import { ItemCard, type ItemPosition } from '../parts/item-card.tsx'
import { ItemList } from '../parts/item-list.tsx'
import { useOpened } from '../parts/use-opened.ts'
import steps from './steps.module.css'

export function QuestionnairesStep() {
  return (
    <ItemList
      name="questionnaires"
      label="Perguntas"
      hint="Perguntas feitas na inscrição, depois dela ou na retirada do kit: de sim ou não, texto, número, opções, data ou arquivo."
      addLabel="Adicionar pergunta"
      blank={blankQuestion}
      focus="description"
      card={(position) => <QuestionCard key={position.key} position={position} />}
    />
  )
}

const KINDS = optionsOf(QUESTION_KINDS)
const TIMES = optionsOf(ASKED)

type Question = EventForm['questionnaires'][number]
type QuestionPath = `questionnaires.${number}`

const summaryOf = ({ kind, required, attach_file, asked, sensitive }: Question): string =>
  [
    QUESTION_KINDS[kind],
    kind === 'yes_no' && attach_file && 'com anexo',
    sensitive && 'dado de saúde',
    !required && 'opcional',
    asked === 'later' && 'depois da inscrição',
    asked === 'pickup' && 'na retirada do kit',
  ]
    .filter(Boolean)
    .join(' · ')

function QuestionCard({ position }: { position: ItemPosition }) {
  const path: QuestionPath = `questionnaires.${position.index}`
  const field = useFields('questionnaires', path)
  const { control } = useFormContext<EventForm>()
  const question = useWatch({ control, name: path })
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
        <SelectField {...field('asked')} data={TIMES} />
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
      <Limits index={position.index} />
      {question.kind === 'yes_no' && <SwitchField {...field('attach_file')} />}
      <SwitchField
        {...field('sensitive')}
        description="Só vê as respostas quem tem a permissão. São apagadas logo depois da corrida"
      />
      <SwitchField {...field('required')} description={REQUIRED[question.asked]} />
      <StatusField name={`${path}.status`} description="Inativa, não é mais feita" />
    </ItemCard>
  )
}

const REQUIRED = {
  order: 'Sem ela a inscrição não segue',
  later: 'Sem ela as outras respostas não são guardadas',
  pickup: 'A equipe anota a resposta na inscrição',
}

const LIMITS = [
  'modality_id',
  'category_id',
  'product_id',
  'condition_question_id',
  'condition_value',
] as const

/** Who is asked the question: by choice, and by the answer to an earlier question. */
function Limits({ index }: { index: number }) {
  const path: QuestionPath = `questionnaires.${index}`
  const field = useFields('questionnaires', path)
  const { control, setValue } = useFormContext<EventForm>()
  const question = useWatch({ control, name: path })
  const questions = useWatch({ control, name: 'questionnaires' })
  const modalities = remaining(useWatch({ control, name: 'modalities' }))
  const products = remaining(useWatch({ control, name: 'products' }))
  const { open, setOpen } = useOpened(LIMITS.map((name) => `${path}.${name}`))

  const named = (id: number, name: string, other: string) => ({ id: String(id), label: name || other })
  const modalityOptions = modalities.map((one) =>
    named(one.modality_id, one.modality_name, 'Modalidade sem nome'),
  )
  const categoryOptions = modalities
    .filter(({ modality_id: id }) => ['', String(id)].includes(question.modality_id))
    .flatMap(({ modality_name, categories }) =>
      remaining(categories).map(({ category_id, category_name }) =>
        named(category_id, [modality_name, category_name].filter(Boolean).join(' · '), 'Categoria sem nome'),
      ),
    )
  const kitOptions = products.map(({ id, name }) => named(id, name, 'Produto sem nome'))
  const earlier = remaining(questions.slice(0, index)).filter(
    ({ kind }) => kind === 'yes_no' || hasOptions(kind),
  )
  const questionOptions = earlier.map(({ id, description }) => named(id, description, 'Pergunta sem texto'))
  const other = earlier.find(({ id }) => String(id) === question.condition_question_id)
  const answers = other ? possibleAnswers({ kind: other.kind, options: linesOf(other.options) }) : []

  const chosen = [
    [question.modality_id, modalityOptions],
    [question.category_id, categoryOptions],
    [question.product_id, kitOptions],
  ] as const
  const words = [
    ...chosen.flatMap(([id, options]) => options.find((option) => option.id === id)?.label ?? []),
    ...(other ? [`“${other.description}” ${question.condition_value}`] : []),
  ]
  return (
    <details className={steps.rule} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Quem responde: {words.join(' · ') || 'todos'}</summary>
      <div className={steps.rows}>
        <FieldRow columns="1fr 1fr 1fr">
          <SelectField {...field('modality_id')}>
            <Choices
              none="Todas"
              gone="Modalidade removida"
              options={modalityOptions}
              chosen={question.modality_id}
            />
          </SelectField>
          <SelectField {...field('category_id')}>
            <Choices
              none="Todas"
              gone="Categoria removida ou de outra modalidade"
              options={categoryOptions}
              chosen={question.category_id}
            />
          </SelectField>
          <SelectField {...field('product_id')}>
            <Choices none="Todos" gone="Produto removido" options={kitOptions} chosen={question.product_id} />
          </SelectField>
        </FieldRow>
        <FieldRow columns="2fr 1fr">
          <SelectField
            {...field('condition_question_id')}
            description="A resposta a uma pergunta anterior, de sim ou não ou de opções"
            onChange={() => setValue(`${path}.condition_value`, '', { shouldDirty: true })}
          >
            <Choices
              none="Sempre"
              gone="Pergunta removida ou não anterior"
              options={questionOptions}
              chosen={question.condition_question_id}
            />
          </SelectField>
          {question.condition_question_id !== '' && (
            <SelectField {...field('condition_value')} required>
              <Choices
                none="Escolha"
                gone={question.condition_value}
                options={answers.map((answer) => ({ id: answer, label: answer }))}
                chosen={question.condition_value}
              />
            </SelectField>
          )}
        </FieldRow>
      </div>
    </details>
  )
}
