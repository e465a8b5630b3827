import { IconDownload } from '@tabler/icons-react'
import { dayIn } from '#contract/dates.ts'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { getMyAnswerFile, type MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { answerWords } from '#contract/registration/questions.ts'
import { apiFile } from '#web/api/api.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { shortDate } from '#web/features/event/date-words.ts'
import classes from '#web/features/registration/details.module.css'
import { DateBlock } from '#web/ui/date-block.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { CityLine, TimeLine } from '#web/ui/fact-line.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ChangeButton } from '../change/change-button.tsx'
import { DeferButton } from '../defer/defer-button.tsx'
import { ReturnButton } from '../return/return-button.tsx'
import { TransferSection } from '../transfer/transfer-section.tsx'
import { AcceptedTerm } from './accepted-term.tsx'

export function ChoiceSection({ registration }: { registration: MyRegistration }) {
  const { event, participant, category, product } = registration
  return (
    <section className={classes.section} aria-labelledby="race-title">
      <h2 id="race-title">Prova e kit</h2>
      <div className={classes.race}>
        {event.date_event && (
          <span aria-hidden>
            <DateBlock date={event.date_event} />
          </span>
        )}
        <div className={classes.raceWords}>
          <TimeLine>
            {event.date_event
              ? shortDate(event.date_event, dayIn('America/Sao_Paulo', new Date()))
              : 'Data não informada'}
            {event.start_time && ` · ${event.start_time}`}
          </TimeLine>
          <CityLine city={event.city} state={event.state} />
        </div>
      </div>
      <Facts
        facts={[
          ['Modalidade', category.modality],
          ['Categoria', category.name],
          ['Kit', product.name],
          ['Camisa', product.shirt_size],
          ['Participante', participant.name],
          ['CPF', formatCpf(participant.cpf)],
          ['Nascimento', participant.birth_date],
          ['Sexo', SEXES[participant.sex]],
          ['Telefone', formatPhone(participant.phone)],
        ]}
      />
      {registration.can_change && <ChangeButton registration={registration} />}
      {registration.transfer && (
        <TransferSection registration={registration} transfer={registration.transfer} />
      )}
      {registration.place_return?.state === 'offered' && (
        <ReturnButton registration={registration} offer={registration.place_return} />
      )}
      {registration.deferral && <DeferButton registration={registration} deferral={registration.deferral} />}
    </section>
  )
}

/** The answers and the accepted terms, in their wording at the time of the registration. */
export function PromisesSection({ registration }: { registration: MyRegistration }) {
  const { answers, terms, created_at: createdAt } = registration
  return (
    <section className={classes.section} aria-labelledby="promises-title">
      <h2 id="promises-title">Respostas e termos</h2>
      {answers.length > 0 && (
        <ul className={`${classes.list} ${classes.group}`} aria-label="Respostas">
          {answers.map(({ questionnaire_id: id, question, file, ...answer }) => (
            <li key={id} className={classes.row}>
              <span>{question}</span>
              <span className={classes.answer}>
                <strong>{answerWords(answer)}</strong>
                {file && (
                  <DownloadButton
                    variant="subtle"
                    icon={IconDownload}
                    load={() =>
                      apiFile(getMyAnswerFile, { params: { id: registration.id, questionnaireId: id } })
                    }
                    fileName={`anexo-${registration.id}.${file}`}
                    failure="Erro ao baixar o anexo."
                  >
                    Baixar anexo
                  </DownloadButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {terms.length > 0 && (
        <ul className={`${classes.list} ${classes.group}`} aria-label="Termos aceitos">
          {terms.map((term) => (
            <AcceptedTerm key={term.name} registrationId={registration.id} term={term} />
          ))}
        </ul>
      )}
      <p className={`${classes.note} ${classes.group}`}>Inscrição feita em {momentWords(createdAt)}.</p>
    </section>
  )
}
