import { type Answer, type Question, wantsFile } from '#contract/registration/questions.ts'
import { DocumentField } from '#web/features/registration/document-field.tsx'
import { AnswerInput } from './answer-input.tsx'
import classes from './kit-step.module.css'
import step from './step.module.css'

export interface AskedQuestion extends Question {
  description: string
}

interface QuestionFieldProps {
  /** Unique in the document. */
  name: string
  question: AskedQuestion
  answer: Answer | undefined
  /** The answer is missing; the form says so below all questions. */
  isMissing: boolean
  describedBy?: string | undefined
  problem?: string | undefined
  fileName: string | undefined
  fileProblem?: string | undefined
  onAnswer: (given: boolean | string) => void
  onPick: (file: File) => Promise<unknown>
  onRemove: () => void
}

/** A question of the organizer with its answer and file. */
export function QuestionField({
  name,
  question,
  answer,
  isMissing,
  describedBy,
  problem,
  fileName,
  fileProblem,
  onAnswer,
  onPick,
  onRemove,
}: QuestionFieldProps) {
  const invalid = isMissing || problem !== undefined
  return (
    <fieldset
      className={classes.question}
      data-kind={question.kind}
      data-invalid={invalid}
      aria-describedby={describedBy}
    >
      <legend>
        <span>
          {question.description}
          {!question.required && <span className={classes.optional}> (opcional)</span>}
        </span>
      </legend>
      <AnswerInput question={question} name={name} answer={answer} invalid={invalid} onAnswer={onAnswer} />
      {problem && (
        <p className={step.problem} role="alert">
          {problem}
        </p>
      )}
      {wantsFile(question, answer) && (
        <DocumentField
          labels={['Anexar arquivo', 'Trocar arquivo']}
          fileName={fileName}
          problem={fileProblem}
          onPick={onPick}
          onRemove={onRemove}
        />
      )}
    </fieldset>
  )
}
