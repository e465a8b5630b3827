import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import { shortDate } from '#web/features/event/date-words.ts'
import { EventPicture } from '#web/features/event/event-picture.tsx'
import { PaymentStatus, RegistrationStatus } from '#web/features/registration/status.tsx'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { DateBlock } from '#web/ui/date-block.tsx'
import { CityLine, TimeLine } from '#web/ui/fact-line.tsx'
import { UndoButton } from '../cancel/undo-button.tsx'
import { daysLeftWords, isOnPaymentCard } from './next-action.ts'
import { NextButton } from './next-button.tsx'
import { PaymentIcon } from './payment-icon.tsx'
import classes from './registration-cards.module.css'

export function RegistrationCards({ rows }: { rows: readonly RegistrationRow[] | undefined }) {
  if (!rows) return <CardSkeletons />
  const current = rows.filter((row) => !row.is_over && !isOnPaymentCard(row))
  const over = rows.filter(({ is_over }) => is_over)
  return (
    <>
      {current.length > 0 && (
        <ul className={classes.cards} aria-label="Minhas inscrições">
          {current.map((row) => (
            <li key={row.id}>
              <RaceCard row={row} />
            </li>
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <details className={classes.over} open={over.length === rows.length}>
          <summary>Passadas e canceladas ({over.length})</summary>
          <ul className={classes.rows}>
            {over.map((row) => (
              <li key={row.id}>
                <OverRow row={row} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const SIZES = '(min-width: 48em) 30rem, 92vw'

function RaceCard({ row }: { row: RegistrationRow }) {
  const { event, participant, category } = row
  const id = `registration-${row.id}`
  const left = row.undo_until ? null : daysLeftWords(event.days_left)
  return (
    <article className={classes.card} aria-labelledby={id}>
      <div className={classes.media}>
        <EventPicture picture={event.picture} path={event.event_image} alt="" sizes={SIZES} />
        {event.date_event && (
          <span className={classes.date} aria-hidden>
            <DateBlock date={event.date_event} />
          </span>
        )}
        {left && <span className={classes.left}>{left}</span>}
      </div>
      <div className={classes.body}>
        <h2 id={id}>
          <Link to={pathTo(MY_REGISTRATION_PATH, row.id)}>{event.title}</Link>
        </h2>
        <p className={classes.who}>
          {participant.name} · {category.name}
        </p>
        <TimeLine>{whenWords(event)}</TimeLine>
        <CityLine city={event.city} state={event.state} />
        {row.event.payment && <p className={classes.money}>{row.money_sentence}</p>}
        <Statuses row={row} />
      </div>
      <div className={classes.foot}>
        {row.undo_until ? (
          <UndoButton id={row.id} until={row.undo_until} of={id} size="md" />
        ) : (
          <>
            <NextButton row={row} of={id} size="md" />
            <PaymentIcon row={row} />
          </>
        )}
      </div>
    </article>
  )
}

const whenWords = ({ date_event, start_time }: RegistrationRow['event']): string =>
  [date_event && shortDate(date_event, dayIn('America/Sao_Paulo', new Date())), start_time]
    .filter(Boolean)
    .join(' · ') || 'Data não informada'

/** Payment status and registration status, each with its name, because their texts can be equal. */
const Statuses = ({ row }: { row: RegistrationRow }) => (
  <dl className={classes.statuses}>
    <div>
      <dt>Pagamento</dt>
      <dd>
        <PaymentStatus payment={row.event.payment} />
      </dd>
    </div>
    <div>
      <dt>Inscrição</dt>
      <dd>
        <RegistrationStatus row={row} />
      </dd>
    </div>
  </dl>
)

function OverRow({ row }: { row: RegistrationRow }) {
  const { event, participant } = row
  const id = `registration-${row.id}`
  return (
    <article className={classes.row} aria-labelledby={id}>
      <div className={classes.thumb}>
        <EventPicture picture={event.picture} path={event.event_image} alt="" sizes="4rem" />
      </div>
      <div className={classes.rowWords}>
        <h2 id={id}>
          <Link to={pathTo(MY_REGISTRATION_PATH, row.id)}>{event.title}</Link>
        </h2>
        <p className={classes.who}>
          {participant.name} · <span className="numbers">{event.date_event}</span>
        </p>
      </div>
      <RegistrationStatus row={row} />
    </article>
  )
}

const CardSkeletons = () => (
  <div className={classes.cards} aria-busy>
    {[1, 2].map((card) => (
      <div key={card} className={classes.card}>
        <Skeleton className={classes.media} radius={0} />
        <div className={classes.body}>
          <Skeleton height={24} width="80%" />
          <Skeleton height={20} width="55%" />
          <Skeleton height={20} width="65%" />
          <Skeleton height={64} />
          <Skeleton height={44} width="60%" />
        </div>
      </div>
    ))}
  </div>
)
