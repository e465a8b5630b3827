// Over 250 lines: one form with its sections.

import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { askedQuestion } from '#contract/event/question.ts'
import {
  type Confirmation,
  confirmParticipation,
  uploadConfirmationFile,
} from '#contract/people/confirmation.ts'
import { type Answer, applicableQuestions, FILE_SENT } from '#contract/registration/questions.ts'
import { FORM_DATA } from '#contract/route.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { DocumentField } from '#web/features/registration/document-field.tsx'
import { QuestionFields } from '#web/features/registration/question-fields.tsx'
import type { SentFile } from '#web/features/registration/upload-document.ts'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import classes from './confirm-form.module.css'
import { FormPart, TermFields, useProblemFocus } from './form-parts.tsx'
import { endWords, hasEnded, type Identity } from './identity.ts'

interface Values {
  person: Confirmation['person']
  terms: readonly number[]
  answers: Readonly<Record<number, Answer>>
  /** Sent or removed since the page was loaded. */
  files: Readonly<Record<number, SentFile | null>>
  proof: SentFile | null
}

const startOf = ({ person, terms, questions }: Confirmation): Values => ({
  person,
  terms: terms.filter(({ accepted }) => accepted).map(({ id }) => id),
  answers: Object.fromEntries(
    questions.flatMap(({ id, answer }) =>
      answer ? [[id, { accepted: answer.accepted, value: answer.value }]] : [],
    ),
  ),
  files: {},
  proof: null,
})

interface ConfirmFormProps {
  identity: Identity
  confirmation: Confirmation
  onConfirmed: (person: Confirmation['person']) => void
  onEnded: (words?: string) => void
}

type Problems = Readonly<Record<string, string>>

/** The participant's own data, terms, consents and answers, which the buyer gave or left out. */
export function ConfirmForm({ identity, confirmation, onConfirmed, onEnded }: ConfirmFormProps) {
  const [values, setValues] = useState(() => startOf(confirmation))
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const form = useProblemFocus(problems)
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const part = { confirmation, values, problems, set, upload: (file: File) => upload(identity, file) }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const { message } = await api(confirmParticipation, { body: bodyOf(identity, confirmation, values) })
      showToast('success', message ?? 'Inscrição confirmada.')
      onConfirmed(values.person)
    } catch (failure) {
      if (hasEnded(failure)) return onEnded(endWords(failure))
      setProblems(failure instanceof ApiFailure ? firstProblems(failure) : {})
      showToast('error', failureMessage(failure, 'Não foi possível confirmar. Tente de novo.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.page}>
      <PageHeader title={confirmation.event.title} description={introduction(confirmation)} />
      <form ref={form} method="post" onSubmit={submit} noValidate className={classes.form} aria-busy={busy}>
        <Choice confirmation={confirmation} />
        <Person {...part} />
        <Questions {...part} />
        <Proof {...part} />
        <TermFields
          terms={confirmation.terms}
          accepted={values.terms}
          problem={problems.participant_term_acceptances}
          onChange={(terms) => set({ terms })}
        />
        <SubmitButton busy={busy} busyLabel="Enviando…" size="lg">
          Confirmar a minha inscrição
        </SubmitButton>
      </form>
    </div>
  )
}

const introduction = ({ event, buyer, confirmed_at: at }: Confirmation): string =>
  at
    ? 'Você já confirmou esta inscrição. O que você mudar aqui substitui o que enviou antes.'
    : `${buyer} inscreveu você para o dia ${event.date_event}, às ${event.start_time}. Confira os seus dados, leia os termos e confirme.`

function firstProblems(failure: ApiFailure): Problems {
  return Object.fromEntries(Object.entries(failure.errors).map(([field, [first = '']]) => [field, first]))
}

/** The file of an answer: its path, words for a stored one, or undefined. */
function fileOf({ questions }: Confirmation, { files }: Values, question: number): string | undefined {
  if (question in files) return files[question]?.path
  return questions.find(({ id }) => id === question)?.answer?.has_file ? FILE_SENT : undefined
}

function answerTo(confirmation: Confirmation, values: Values, question: number): Answer | undefined {
  const answer = values.answers[question]
  const file = fileOf(confirmation, values, question)
  return answer || file ? { ...answer, file } : undefined
}

const questionsOf = (confirmation: Confirmation, values: Values) =>
  applicableQuestions(confirmation.questions.map(askedQuestion), {
    choices: [
      {
        modalityId: confirmation.choice.modality_id,
        categoryId: confirmation.choice.category_id,
        kitId: confirmation.choice.product_id,
      },
    ],
    answerTo: (question) => answerTo(confirmation, values, question),
  })

const bodyOf = (identity: Identity, confirmation: Confirmation, values: Values) => ({
  ...identity,
  ...values.person,
  terms: confirmation.terms
    .filter(({ id }) => values.terms.includes(id))
    .map(({ id, version }) => ({ id, version })),
  answers: questionsOf(confirmation, values).flatMap(({ id }) =>
    answerTo(confirmation, values, id)
      ? [
          {
            questionnaire_id: id,
            ...values.answers[id],
            ...(id in values.files && { file: values.files[id]?.path ?? null }),
          },
        ]
      : [],
  ),
  proof: values.proof?.path ?? null,
})

async function upload(identity: Identity, file: File): Promise<SentFile> {
  const form = new FormData()
  form.append(FORM_DATA, JSON.stringify(identity))
  form.append('file', file)
  const { data } = await api(uploadConfirmationFile, { form, body: identity })
  return { path: data.path, name: file.name }
}

interface PartProps {
  confirmation: Confirmation
  values: Values
  problems: Problems
  set: (changes: Partial<Values>) => void
  upload: (file: File) => Promise<SentFile>
}

const Choice = ({ confirmation: { choice } }: Pick<PartProps, 'confirmation'>) => (
  <FormPart title="A sua inscrição">
    <p className={classes.choice}>
      {[choice.modality, choice.category, choice.kit, choice.shirt_size && `camisa ${choice.shirt_size}`]
        .filter(Boolean)
        .join(' · ')}
    </p>
  </FormPart>
)

function Person({ values: { person }, problems, set }: PartProps) {
  const change = (changes: Partial<Values['person']>) => set({ person: { ...person, ...changes } })
  return (
    <FormPart title="Os seus dados">
      <div className={classes.fields}>
        <TextInput
          label="Nome completo"
          autoComplete="name"
          value={person.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <MaskedInput
          mask="phone"
          label="Telefone"
          autoComplete="tel"
          value={person.phone}
          error={problems.phone}
          onChange={(phone) => change({ phone })}
        />
        <TextInput
          type="email"
          label="E-mail (opcional)"
          description="Para avisos sobre esta inscrição"
          autoComplete="email"
          value={person.email ?? ''}
          error={problems.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
      </div>
    </FormPart>
  )
}

function Questions({ confirmation, values, problems, set, upload: send }: PartProps) {
  const questions = questionsOf(confirmation, values)
  if (questions.length === 0) return null
  return (
    <FormPart title="Perguntas da organização">
      <QuestionFields
        questions={questions}
        answerTo={(question) => answerTo(confirmation, values, question)}
        fileNameOf={(question) => {
          const file = values.files[question]
          return file ? file.name : fileOf(confirmation, values, question)
        }}
        problemOf={(field) => problems[field]}
        onAnswer={(question, given) =>
          set({
            answers: {
              ...values.answers,
              [question]: typeof given === 'boolean' ? { accepted: given } : { value: given },
            },
          })
        }
        onFile={(question, file) => set({ files: { ...values.files, [question]: file } })}
        upload={send}
      />
    </FormPart>
  )
}

function Proof({ confirmation: { proof }, values, problems, set, upload: send }: PartProps) {
  if (!proof) return null
  return (
    <FormPart title={`Comprovante: ${proof.right}`}>
      <p>
        {proof.document}
        {proof.due_on && `, até ${proof.due_on}`}. Você também pode enviar depois, com outro link.
      </p>
      <DocumentField
        labels={['Enviar comprovante', 'Trocar comprovante']}
        fileName={values.proof?.name}
        problem={problems.proof}
        onPick={async (file) => set({ proof: await send(file) })}
        onRemove={() => set({ proof: null })}
      />
    </FormPart>
  )
}
