// Over 250 lines: one form with its sections.

import { Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { askedQuestion } from '#contract/event/question.ts'
import {
  type Confirmation,
  confirmParticipation,
  uploadConfirmationFile,
} from '#contract/people/confirmation.ts'
import { type Answer, applicableQuestions, FILE_SENT } from '#contract/registration/questions.ts'
import { FORM_DATA } from '#contract/route.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import step from '#web/features/checkout/steps/step.module.css'
import { DocumentField } from '#web/features/registration/document-field.tsx'
import { QuestionFields } from '#web/features/registration/question-fields.tsx'
import type { SentFile } from '#web/features/registration/upload-document.ts'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import classes from './confirm-form.module.css'
import { ConsentList, TermText, toggled } from './consent-list.tsx'
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
  const form = useRef<HTMLFormElement>(null)
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const part = { confirmation, values, problems, set, upload: (file: File) => upload(identity, file) }

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] input')?.focus()
  }, [problems])

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
        <Terms {...part} />
        <Consents {...part} />
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Choice = ({ confirmation: { choice } }: Pick<PartProps, 'confirmation'>) => (
  <Section title="A sua inscrição">
    <p className={classes.choice}>
      {[choice.modality, choice.category, choice.kit, choice.shirt_size && `camisa ${choice.shirt_size}`]
        .filter(Boolean)
        .join(' · ')}
    </p>
  </Section>
)

function Person({ values: { person }, problems, set }: PartProps) {
  const change = (changes: Partial<Values['person']>) => set({ person: { ...person, ...changes } })
  return (
    <Section title="Os seus dados">
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
    </Section>
  )
}

function Questions({ confirmation, values, problems, set, upload: send }: PartProps) {
  const questions = questionsOf(confirmation, values)
  if (questions.length === 0) return null
  return (
    <Section title="Perguntas da organização">
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
    </Section>
  )
}

function Proof({ confirmation: { proof }, values, problems, set, upload: send }: PartProps) {
  if (!proof) return null
  return (
    <Section title={`Comprovante: ${proof.right}`}>
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
    </Section>
  )
}

function Terms({ confirmation, values, problems, set }: PartProps) {
  const id = useId()
  const terms = confirmation.terms.filter(({ kind }) => kind === 'contract')
  if (terms.length === 0) return null
  const problem = problems.participant_term_acceptances
  return (
    <Section title="Termos">
      <ul className={classes.terms}>
        {terms.map((term) => (
          <li key={term.id}>
            <Checkbox
              label={`Li e aceito: ${term.name}`}
              checked={values.terms.includes(term.id)}
              aria-invalid={problem !== undefined && !values.terms.includes(term.id)}
              aria-describedby={problem && `${id}-problem`}
              onChange={({ currentTarget: { checked } }) =>
                set({ terms: toggled(values.terms, term.id, checked) })
              }
            />
            <TermText term={term} />
          </li>
        ))}
      </ul>
      {problem && (
        <p id={`${id}-problem`} className={step.problem}>
          {problem}
        </p>
      )}
    </Section>
  )
}

function Consents({ confirmation, values, set }: PartProps) {
  const consents = confirmation.terms.filter(({ kind }) => kind === 'consent')
  if (consents.length === 0) return null
  return (
    <Section title="Autorizações opcionais">
      <p>Você decide: a inscrição não depende delas.</p>
      <ConsentList
        consents={consents}
        accepted={values.terms}
        onChange={(accepted) => set({ terms: accepted })}
      />
    </Section>
  )
}
