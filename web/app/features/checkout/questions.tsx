import { useId } from 'react'
import { OptionChip } from '../../ui/option.tsx'
import { fileFieldOf } from './problems.ts'
import { QuestionFile } from './question-file.tsx'
import classes from './questions.module.css'
import type { StepProps } from './step-props.ts'
import { wantsFile } from './wants-file.ts'

const ANSWERS = [
  { label: 'Sim', value: true },
  { label: 'Não', value: false },
]

/** The organizer's questions, each answered with yes or no. */
export function Questions({ state: { draft, event }, problems, change }: StepProps) {
  const id = useId()
  const problem = problems.questionnaire_acceptances
  return (
    <section className={classes.questions} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Perguntas da organização</h3>
      {event.questionnaires.map((question) => {
        const answer = draft.answers[question.id]
        return (
          <fieldset
            key={question.id}
            className={classes.question}
            data-invalid={problem !== undefined && answer === undefined}
            aria-describedby={problem && `${id}-problem`}
          >
            <legend>{question.description}</legend>
            <div className={classes.answers}>
              {ANSWERS.map(({ label, value }) => (
                <OptionChip
                  key={label}
                  name={`${id}-${question.id}`}
                  checked={answer === value}
                  onChoose={() => change({ type: 'answered', question: question.id, answer: value })}
                >
                  {label}
                </OptionChip>
              ))}
            </div>
            {wantsFile(question, draft) && (
              <QuestionFile
                question={question}
                file={draft.files[question.id]}
                problem={problems[fileFieldOf(question.id)]}
                change={change}
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
    </section>
  )
}
