import { useId } from 'react'
import { QuestionFields } from '#web/features/registration/question-fields.tsx'
import { answerTo, questionsOf } from '../order/order.ts'
import type { StepProps } from '../wizard/problems.ts'
import step from './step.module.css'

export function Questions({ state: { draft, event }, problems, change }: StepProps) {
  const id = useId()
  return (
    <section className={step.section} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Perguntas da organização</h3>
      <QuestionFields
        questions={questionsOf(draft, event)}
        answerTo={(question) => answerTo(draft, question)}
        fileNameOf={(question) => draft.files[question]?.name}
        problemOf={(field) => problems[field]}
        onAnswer={(question, answer) => change({ type: 'answered', question, answer })}
        onFile={(question, file) => change({ type: 'fileChanged', question, file })}
      />
    </section>
  )
}
