import { useId } from 'react'
import { fileFieldOf } from '#contract/checkout/order-rules.ts'
import { answerFieldOf, isAnswered } from '#contract/registration/questions.ts'
import { answerTo, questionsOf } from '../order/order.ts'
import { uploadDocument } from '../order/upload-document.ts'
import type { StepProps } from '../wizard/problems.ts'
import { QuestionField } from './question-field.tsx'
import step from './step.module.css'

export function Questions({ state: { draft, event }, problems, change }: StepProps) {
  const id = useId()
  const problem = problems.questionnaire_acceptances
  return (
    <section className={step.section} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Perguntas da organização</h3>
      {questionsOf(draft, event).map((question) => {
        const answer = answerTo(draft, question.id)
        return (
          <QuestionField
            key={question.id}
            name={`${id}-${question.id}`}
            question={question}
            answer={answer}
            isMissing={problem !== undefined && question.required && !isAnswered(question, answer)}
            describedBy={problem && `${id}-problem`}
            problem={problems[answerFieldOf(question.id)]}
            fileName={draft.files[question.id]?.name}
            fileProblem={problems[fileFieldOf(question.id)]}
            onAnswer={(given) => change({ type: 'answered', question: question.id, answer: given })}
            onPick={async (picked) =>
              change({ type: 'fileChanged', question: question.id, file: await uploadDocument(picked) })
            }
            onRemove={() => change({ type: 'fileChanged', question: question.id, file: null })}
          />
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
