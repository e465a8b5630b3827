import { IconPaperclip } from '@tabler/icons-react'
import type { RegistrationPanel } from '#contract/participant-panel.ts'
import { getAnswerFile } from '#contract/registration.ts'
import { apiFile } from '../../../api.ts'
import { DownloadButton } from '../../../download-button.tsx'
import classes from './panel.module.css'
import { Section } from './section.tsx'

/** The answers to the event's questions, with their files. */
export function AnswerList({ registration: { id, answers } }: { registration: RegistrationPanel }) {
  if (answers.length === 0) return null
  return (
    <Section title="Respostas">
      <ul className={classes.list}>
        {answers.map(({ id: questionnaireId, question, accepted, has_file }) => (
          <li key={questionnaireId} className={classes.payment}>
            <div>
              {question} <strong>{accepted ? 'Sim' : 'Não'}</strong>
            </div>
            {has_file && (
              <DownloadButton
                variant="default"
                size="sm"
                leftSection={<IconPaperclip size={18} aria-hidden />}
                load={() => apiFile(getAnswerFile, { params: { id, questionnaireId } })}
                fileName={`anexo-${id}-${questionnaireId}`}
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
