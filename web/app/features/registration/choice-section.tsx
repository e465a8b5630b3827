import { dayIn } from '#contract/dates.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import type { MyRegistration } from '#contract/registration.ts'
import { DateBlock } from '../../ui/date-block.tsx'
import { PlaceLine, TimeLine } from '../../ui/fact-line.tsx'
import { Facts } from '../../ui/facts.tsx'
import { shortDate } from '../event/date-words.ts'
import classes from './details.module.css'

const SEX_WORDS = ['Masculino', 'Feminino']

/** Who runs what, where and when. */
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
          <PlaceLine city={event.city} state={event.state} />
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
          ['Sexo', SEX_WORDS[participant.sex]],
          ['Telefone', formatPhone(participant.phone)],
        ]}
      />
    </section>
  )
}
