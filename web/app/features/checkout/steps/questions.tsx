import { Loader } from '@mantine/core'
import { IconFileCheck, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { uploadAnswerFile } from '#contract/checkout/checkout.ts'
import { fileFieldOf } from '#contract/checkout/order-rules.ts'
import { answerFieldOf, isAnswered, wantsFile } from '#contract/registration/questions.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { fileProblem } from '#web/features/account/register/file-problem.ts'
import drop from '#web/ui/file-drop.module.css'
import { TextButton } from '#web/ui/text-button.tsx'
import { answerTo, questionsOf } from '../order/order.ts'
import type { AnswerFile } from '../wizard/draft.ts'
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
        <p id={`${id}-problem`} className={step.problem}>
          {problem}
        </p>
      )}
    </section>
  )
}

interface QuestionFileProps {
  question: { id: number }
  file: AnswerFile | undefined
  problem: string | undefined
  change: StepProps['change']
}

/** The file of an answer. It is uploaded as soon as it is chosen; the draft stores its path. */
function QuestionFile({ question, file, problem, change }: QuestionFileProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const message = refusal ?? problem

  const pick = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = currentTarget.files ?? []
    // Without this, choosing the same file again would not fire a change event.
    currentTarget.value = ''
    if (!picked || busy) return
    const wrong = fileProblem(picked)
    setRefusal(wrong ?? undefined)
    if (wrong) return
    setBusy(true)
    try {
      const form = new FormData()
      form.append('file', picked)
      const { data } = await api(uploadAnswerFile, { form })
      change({ type: 'fileChanged', question: question.id, file: { path: data.path, name: picked.name } })
    } catch (failure) {
      setRefusal(failureMessage(failure, 'Erro ao enviar o arquivo.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.file}>
      <div className={drop.row}>
        <div className={drop.drop} data-invalid={message !== undefined || undefined}>
          <span className={drop.icon} aria-hidden>
            {busy ? <Loader size={24} /> : file ? <IconFileCheck size={24} /> : <IconPaperclip size={24} />}
          </span>
          <label htmlFor={id} className={drop.words}>
            <strong>{file ? 'Trocar arquivo' : 'Anexar arquivo'}</strong>
            <span id={`${id}-name`} aria-live="polite">
              {busy ? 'Enviando…' : (file?.name ?? 'Imagem ou PDF de até 10 MB')}
            </span>
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*,application/pdf"
            aria-invalid={message !== undefined}
            aria-describedby={message && `${id}-problem`}
            onChange={pick}
          />
        </div>
        {file && (
          <TextButton
            variant="subtle"
            color="red"
            icon={IconTrash}
            onClick={() => {
              input.current?.focus()
              change({ type: 'fileChanged', question: question.id, file: null })
            }}
          >
            Remover
          </TextButton>
        )}
      </div>
      {message && (
        <p id={`${id}-problem`} className={step.problem} role="alert">
          {message}
        </p>
      )}
    </div>
  )
}
