import { IconPaperclip } from '@tabler/icons-react'
import { getAnswerFile } from '#contract/my-registrations/my-registrations.ts'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { ASKED, answerWords } from '#contract/registration/questions.ts'
import { apiFile } from '#web/api/api.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { AnswerButton } from './answer-button.tsx'
import classes from './panel.module.css'
import { Section } from './section.tsx'

interface AnswerListProps {
  registration: RegistrationRecord
  mayEdit: boolean
}

export function AnswerList({ registration, mayEdit }: AnswerListProps) {
  const { id, answers, unanswered, status_code } = registration
  const mayCorrect = mayEdit && status_code !== REGISTRATION_STATUS.cancelled
  if (answers.length === 0 && unanswered.length === 0) return null
  return (
    <Section title="Respostas">
      <ul className={classes.list}>
        {answers.map((answer) => (
          <li key={answer.id}>
            <div className={classes.answer}>
              <span>
                {answer.question} <strong>{answerWords(answer)}</strong>
              </span>
              {mayCorrect && <AnswerButton registrationId={id} question={answer} answer={answer} />}
            </div>
            {answer.has_file && (
              <DownloadButton
                size="sm"
                icon={IconPaperclip}
                load={() => apiFile(getAnswerFile, { params: { id, questionnaireId: answer.id } })}
                fileName={`anexo-${id}-${answer.id}`}
                failure="Erro ao baixar o arquivo."
              >
                Baixar anexo
              </DownloadButton>
            )}
          </li>
        ))}
        {unanswered.map((question) => (
          <li key={question.id}>
            <div className={classes.answer}>
              <span>
                {question.question} <small>{ASKED[question.asked]}</small>
              </span>
              {mayCorrect && <AnswerButton registrationId={id} question={question} />}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
