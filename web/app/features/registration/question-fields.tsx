import { useId } from 'react'
import { fileFieldOf } from '#contract/checkout/order-rules.ts'
import type { AskedQuestion } from '#contract/event/question.ts'
import { type Answer, answerFieldOf, isAnswered, wantsFile } from '#contract/registration/questions.ts'
import { AnswerInput } from './answer-input.tsx'
import { DocumentField } from './document-field.tsx'
import classes from './question-fields.module.css'
import { type SentFile, uploadDocument } from './upload-document.ts'

interface QuestionFieldsProps {
  questions: readonly AskedQuestion[]
  answerTo: (question: number) => Answer | undefined
  fileNameOf: (question: number) => string | undefined
  /** By the API's field names. */
  problemOf: (field: string) => string | undefined
  onAnswer: (question: number, answer: boolean | string) => void
  onFile: (question: number, file: SentFile | null) => void
  /** Default: as a file of the account. */
  upload?: (file: File) => Promise<SentFile>
}

/** The organizer's questions, with the problems of their answers. */
export function QuestionFields(props: QuestionFieldsProps) {
  const { questions, answerTo, fileNameOf, problemOf, onAnswer, onFile, upload = uploadDocument } = props
  const id = useId()
  const problem = problemOf('questionnaire_acceptances')
  return (
    <>
      {questions.map((question) => {
        const answer = answerTo(question.id)
        const isMissing = problem !== undefined && question.required && !isAnswered(question, answer)
        const own = problemOf(answerFieldOf(question.id))
        return (
          <fieldset
            key={question.id}
            className={classes.question}
            data-kind={question.kind}
            data-invalid={isMissing || own !== undefined}
            aria-describedby={problem && `${id}-problem`}
          >
            <legend>
              <span>
                {question.description}
                {!question.required && <span className={classes.optional}> (opcional)</span>}
              </span>
            </legend>
            {question.delete_on && (
              <p className={classes.health}>
                Dado de saúde: só vê quem a organização autoriza. A resposta é apagada em {question.delete_on}
                .
              </p>
            )}
            <AnswerInput
              question={question}
              name={`${id}-${question.id}`}
              answer={answer}
              invalid={isMissing || own !== undefined}
              onAnswer={(given) => onAnswer(question.id, given)}
            />
            {own && (
              <p className={classes.problem} role="alert">
                {own}
              </p>
            )}
            {wantsFile(question, answer) && (
              <DocumentField
                labels={['Anexar arquivo', 'Trocar arquivo']}
                fileName={fileNameOf(question.id)}
                problem={problemOf(fileFieldOf(question.id))}
                onPick={async (picked) => onFile(question.id, await upload(picked))}
                onRemove={() => onFile(question.id, null)}
              />
            )}
          </fieldset>
        )
      })}
      {problem && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  )
}
