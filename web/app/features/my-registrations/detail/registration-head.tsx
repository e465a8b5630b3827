import { IconArrowLeft, IconCalendarPlus, IconReceipt, IconRun } from '@tabler/icons-react'
import { Link } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import {
  getMyRegistrationCalendar,
  type MyRegistration,
} from '#contract/my-registrations/my-registrations.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { apiFile } from '#web/api/api.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { shortDate } from '#web/features/event/date-words.ts'
import { EventPicture } from '#web/features/event/event-picture.tsx'
import { RegistrationStatus } from '#web/features/registration/status.tsx'
import { EVENT_PATH, MY_EVENTS_PATH, pathTo, RECEIPT_PATH } from '#web/paths.ts'
import { DateBlock } from '#web/ui/date-block.tsx'
import { CityLine, TimeLine } from '#web/ui/fact-line.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useReveal } from '#web/ui/use-reveal.ts'
import { daysLeftWords } from '../list/next-action.ts'
import classes from './registration-head.module.css'

/** The race with its cover, the days until it, and what can be taken along. */
export function RegistrationHead({ registration }: { registration: MyRegistration }) {
  const { id, event, participant, receipt } = registration
  const isCancelled = registration.status_code === REGISTRATION_STATUS.cancelled
  const left = isCancelled ? null : daysLeftWords(event.days_left)
  const page = pathTo(EVENT_PATH, event.slug)
  // What comes of cancelling, or of undoing it, stands below the head, far from the pressed button.
  const head = useReveal<HTMLElement>(isCancelled)
  return (
    <>
      <Link to={MY_EVENTS_PATH} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden />
        Meus Eventos
      </Link>
      <header ref={head} tabIndex={-1} className={classes.head}>
        <div className={classes.cover}>
          <EventPicture
            picture={event.picture}
            path={event.event_image}
            alt=""
            sizes="(min-width: 48em) 24rem, 92vw"
            priority="high"
          />
          {event.date_event && (
            <span className={classes.date} aria-hidden>
              <DateBlock date={event.date_event} />
            </span>
          )}
          {left && <span className={classes.left}>{left}</span>}
        </div>
        <div className={classes.words}>
          <h1>
            <Link to={page}>{event.title}</Link>
          </h1>
          <p>
            <RegistrationStatus row={registration} />
          </p>
          <p className={classes.who}>Inscrição de {participant.name}</p>
          <TimeLine>
            {event.date_event
              ? shortDate(event.date_event, dayIn('America/Sao_Paulo', new Date()))
              : 'Data não informada'}
            {event.start_time && ` · ${event.start_time}`}
          </TimeLine>
          <CityLine place={event.start_place} city={event.city} state={event.state} />
          <div className={classes.actions}>
            {isCancelled ? (
              <LinkButton to={page} variant="default" icon={IconRun}>
                Página da corrida
              </LinkButton>
            ) : (
              <DownloadButton
                icon={IconCalendarPlus}
                load={() => apiFile(getMyRegistrationCalendar, { params: { id } })}
                fileName="corrida.ics"
                failure="Erro ao gerar o arquivo de calendário."
                aria-label="Adicionar ao calendário"
              >
                <span className={classes.long}>Adicionar ao&nbsp;</span>
                <span className={classes.short}>calendário</span>
              </DownloadButton>
            )}
            {receipt && (
              <LinkButton to={pathTo(RECEIPT_PATH, id)} variant="default" icon={IconReceipt}>
                Comprovante
              </LinkButton>
            )}
          </div>
        </div>
      </header>
    </>
  )
}
