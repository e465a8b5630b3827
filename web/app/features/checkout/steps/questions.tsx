import { useId } from 'react'
import { fileFieldOf } from '#contract/checkout/order-rules.ts'
import { answerFieldOf, isAnswered, wantsFile } from '#contract/registration/questions.ts'
import { DocumentField } from '#web/features/registration/document-field.tsx'
import { answerTo, questionsOf } from '../order/order.ts'
import { uploadDocument } from '../order/upload-document.ts'
import type { StepProps } from '../wizard/problems.ts'
import { AnswerInput } from './answer-input.tsx'
import classes from './kit-step.module.css'
import step from './step.module.css'

export function Questions({ state: { draft, event }, problems, change }: StepProps) {
  const id = useId()
  const problem = problems.questionnaire_acceptances
  return (
    <section className={step.section} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Perguntas da organização</h3>
      {questionsOf(draft, event).map((question) => {
        const answer = answerTo(draft, question.id)
        const isMissing = problem !== undefined && question.required && !isAnswered(question, answer)
        const own = problems[answerFieldOf(question.id)]
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
            <AnswerInput
              question={question}
              name={`${id}-${question.id}`}
              answer={answer}
              invalid={isMissing || own !== undefined}
              onAnswer={(given) => change({ type: 'answered', question: question.id, answer: given })}
            />
            {own && (
              <p className={step.problem} role="alert">
                {own}
              </p>
            )}
            {wantsFile(question, answer) && (
              <DocumentField
                labels={['Anexar arquivo', 'Trocar arquivo']}
                fileName={draft.files[question.id]?.name}
                problem={problems[fileFieldOf(question.id)]}
                onPick={async (picked) =>
                  change({ type: 'fileChanged', question: question.id, file: await uploadDocument(picked) })
                }
                onRemove={() => change({ type: 'fileChanged', question: question.id, file: null })}
              />
            )}
          </fieldset>
        )
      })}
      {problem && (
        <p id={`${id}-problem`} className={step.problem}>
          {problem}
        </p>
      )}
    </section>
  )
}
