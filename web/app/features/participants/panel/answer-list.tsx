import { IconPaperclip } from '@tabler/icons-react'
import type { RegistrationPanel } from '#contract/participant-panel.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { answerWords } from '#contract/questions.ts'
import { getAnswerFile } from '#contract/registration.ts'
import { apiFile } from '../../../api.ts'
import { DownloadButton } from '../../../download-button.tsx'
import { CorrectAnswer } from './correct-answer.tsx'
import classes from './panel.module.css'
import { Section } from './section.tsx'

interface AnswerListProps {
  registration: RegistrationPanel
  mayEdit: boolean
}

/** The answers to the event's questions, with their files. */
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
                variant="default"
                size="sm"
                leftSection={<IconPaperclip size={18} aria-hidden />}
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
