import { IconPaperclip } from '@tabler/icons-react'
import { getAnswerFile } from '#contract/my-registrations/my-registrations.ts'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { answerWords } from '#contract/registration/questions.ts'
import { apiFile } from '#web/api/api.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { CorrectAnswer } from './correct-answer.tsx'
import classes from './panel.module.css'
import { Section } from './section.tsx'

interface AnswerListProps {
  registration: RegistrationRecord
  mayEdit: boolean
}

export function AnswerList({ registration: { id, answers, status_code }, mayEdit }: AnswerListProps) {
  const mayCorrect = mayEdit && status_code !== REGISTRATION_STATUS.cancelled
  if (answers.length === 0) return null
  return (
    <Section title="Respostas">
      <ul className={classes.list}>
        {answers.map((answer) => (
          <li key={answer.id}>
            <div className={classes.answer}>
              <span>
                {answer.question} <strong>{answerWords(answer)}</strong>
              </span>
              {mayCorrect && <CorrectAnswer registrationId={id} answer={answer} />}
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
      </ul>
    </Section>
  )
}
