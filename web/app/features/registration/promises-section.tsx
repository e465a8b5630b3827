import type { MyRegistration } from '#contract/registration.ts'
import { AnswerFileButton } from './answer-file-button.tsx'
import classes from './details.module.css'
import { momentWords } from './moment.ts'

/** What the runner answered and accepted, in the words of that day. */
export function PromisesSection({ registration }: { registration: MyRegistration }) {
  const { answers, terms, created_at: createdAt } = registration
  return (
    <section className={classes.section} aria-labelledby="promises-title">
      <h2 id="promises-title">Respostas e termos</h2>
      {answers.length > 0 && (
        <ul className={`${classes.list} ${classes.group}`} aria-label="Respostas">
          {answers.map(({ questionnaire_id: id, question, accepted, file }) => (
            <li key={id} className={classes.row}>
              <span>{question}</span>
              <span className={classes.answer}>
                <strong>{accepted ? 'Sim' : 'Não'}</strong>
                {file && (
                  <AnswerFileButton registrationId={registration.id} questionnaireId={id} kind={file} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {terms.length > 0 && (
        <ul className={`${classes.list} ${classes.group}`} aria-label="Termos aceitos">
          {terms.map(({ name, version, description, accepted_at: acceptedAt }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p className={classes.note}>
                Versão {version}, aceita em {momentWords(acceptedAt)}
              </p>
              <details className={classes.words}>
                <summary>Ler o termo</summary>
                <p>{description}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
      <p className={`${classes.note} ${classes.group}`}>Inscrição feita em {momentWords(createdAt)}.</p>
    </section>
  )
}
