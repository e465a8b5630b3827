import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { checkAnswers } from '#contract/checkout/order-rules.ts'
import { askedQuestion } from '#contract/event/question.ts'
import { type MyRegistration, saveMyAnswers } from '#contract/my-registrations/my-registrations.ts'
import {
  type Answer,
  answerValue,
  applicableQuestions,
  isAnswered,
} from '#contract/registration/questions.ts'
import { ApiFailure, api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { QuestionFields } from '#web/features/registration/question-fields.tsx'
import type { SentFile } from '#web/features/registration/upload-document.ts'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'

type Questionnaire = NonNullable<MyRegistration['questionnaire']>
type Problems = Readonly<Record<string, string>>

interface LaterQuestionsProps {
  registration: MyRegistration
  questionnaire: Questionnaire
}

/** What the organizer asks after the registration. The answers can be changed until the race. */
export function LaterQuestions({ registration: { id, answers }, questionnaire }: LaterQuestionsProps) {
  const [given, setGiven] = useState<Readonly<Record<number, boolean | string>>>({})
  /** Files sent or removed since the page was loaded. */
  const [files, setFiles] = useState<Readonly<Record<number, SentFile | null>>>({})
  const [problems, setProblems] = useState<Problems>({})

  const storedTo = (question: number) => answers.find((one) => one.questionnaire_id === question)
  const answerTo = (question: number): Answer | undefined => {
    const [own, stored] = [given[question], storedTo(question)]
    const file = question in files ? files[question]?.path : stored?.file
    if (own === undefined) return stored || file ? { ...stored, file } : undefined
    return typeof own === 'boolean' ? { accepted: own, file } : { value: own, file }
  }
  const questions = applicableQuestions(questionnaire.questions.map(askedQuestion), {
    choices: [
      {
        modalityId: questionnaire.modality_id,
        categoryId: questionnaire.category_id,
        kitId: questionnaire.product_id,
      },
    ],
    answerTo,
    asked: 'later',
  })
  const save = useRegistrationChange({
    change: () =>
      api(saveMyAnswers, {
        params: { id },
        body: {
          answers: questions.flatMap((question) => {
            const answer = answerTo(question.id)
            if (!answer || !isAnswered(question, answer)) return []
            return [
              {
                questionnaire_id: question.id,
                ...(question.kind === 'yes_no' && { accepted: answer.accepted }),
                ...(question.kind !== 'yes_no' &&
                  question.kind !== 'file' && { value: answerValue(question, answer) }),
                ...(question.id in files && { file: files[question.id]?.path ?? null }),
              },
            ]
          }),
        },
      }),
    done: 'Respostas guardadas.',
    failure: 'Erro ao guardar as respostas.',
  })
  if (questions.length === 0) return null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found: Record<string, string> = {}
    checkAnswers(questions, answerTo, (_, field, message) => {
      found[field] = message
    })
    setProblems(found)
    if (Object.keys(found).length === 0) save.mutate()
  }
  const changed = () => {
    setProblems({})
    save.reset()
  }
  return (
    <section className={classes.section} aria-labelledby="questions-title">
      <h2 id="questions-title">Perguntas da organização</h2>
      <form className={classes.choice} noValidate onSubmit={submit}>
        <QuestionFields
          questions={questions}
          answerTo={answerTo}
          fileNameOf={(question) =>
            question in files
              ? files[question]?.name
              : storedTo(question)?.file
                ? 'Arquivo enviado'
                : undefined
          }
          problemOf={(field) =>
            problems[field] ?? (save.error instanceof ApiFailure ? save.error.errorOf(field) : undefined)
          }
          onAnswer={(question, answer) => {
            setGiven({ ...given, [question]: answer })
            changed()
          }}
          onFile={(question, file) => {
            setFiles((before) => ({ ...before, [question]: file }))
            changed()
          }}
        />
        <div>
          <Button type="submit" loading={save.isPending}>
            Salvar respostas
          </Button>
        </div>
      </form>
    </section>
  )
}
