import { IconDownload } from '@tabler/icons-react'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { getMyAnswerFile, type MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { answerWords } from '#contract/registration/questions.ts'
import { apiFile } from '#web/api/api.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { CourseView } from '#web/features/event/course.tsx'
import { KitPickup } from '#web/features/event/kit-pickup.tsx'
import classes from '#web/features/registration/details.module.css'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Facts } from '#web/ui/facts.tsx'
import { ChangeButton } from '../change/change-button.tsx'
import { DeferButton } from '../defer/defer-button.tsx'
import { ReturnButton } from '../return/return-button.tsx'
import { TransferSection } from '../transfer/transfer-section.tsx'
import { AcceptedTerm } from './accepted-term.tsx'

export function ChoiceSection({ registration }: { registration: MyRegistration }) {
  const { category, product } = registration
  return (
    <section className={classes.section} aria-labelledby="race-title">
      <h2 id="race-title">Prova e kit</h2>
      <Facts
        facts={[
          ['Modalidade', category.modality],
          ['Categoria', category.name],
          ['Kit', product.name],
          ['Camisa', product.shirt_size],
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

export function PersonSection({ registration: { participant } }: { registration: MyRegistration }) {
  return (
    <section className={classes.section} aria-labelledby="person-title">
      <h2 id="person-title">Participante</h2>
      <Facts
        facts={[
          ['Nome', participant.name, 'wide'],
          ['CPF', formatCpf(participant.cpf)],
          ['Nascimento', participant.birth_date],
          ['Sexo', SEXES[participant.sex]],
          ['Telefone', formatPhone(participant.phone)],
        ]}
      />
    </section>
  )
}

export function PickupSection({ registration: { kit_pickup: pickup } }: { registration: MyRegistration }) {
  if (!pickup) return null
  return (
    <section className={classes.section} aria-labelledby="pickup-title">
      <h2 id="pickup-title">Entrega do kit</h2>
      <KitPickup pickup={pickup} />
    </section>
  )
}

/** The course of the registered distance, if the organizer has drawn it. */
export function CourseSection({ registration }: { registration: MyRegistration }) {
  const { course, modality } = registration.category
  if (!course) return null
  return (
    <section className={`${classes.section} ${classes.route}`} aria-labelledby="course-title">
      <h2 id="course-title">Percurso</h2>
      <CourseView course={course} name={modality} />
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
        <dl className={`${classes.answers} ${classes.group}`} aria-label="Respostas">
          {answers.map(({ questionnaire_id: id, question, file, ...answer }) => (
            <div key={id}>
              <dt>{question}</dt>
              <dd>
                {answerWords(answer)}
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
              </dd>
            </div>
          ))}
        </dl>
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
