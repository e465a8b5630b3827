import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { missingWords } from '#contract/event/sellable.ts'
import { formatDecimal } from '#contract/money.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { getOrganizerToday, type OrganizerToday } from '#contract/report/home.ts'
import { countWords, plural } from '#contract/words.ts'
import { dataQuery } from '#web/api/data-query.ts'
import { participantsPath } from '#web/navigation/staff-paths.ts'
import {
  EVENT_PANEL_PATH,
  EVENT_REFUNDS_PATH,
  MANAGE_EVENT_PATH,
  pathTo,
  REGISTRATION_PATH,
} from '#web/paths.ts'
import { type Session, useSession } from '#web/session/session.ts'
import classes from '../report.module.css'

/** Today's sales, low sizes and pending tasks. Renders nothing while loading or after a failure. */
export function TodaySection() {
  const { data } = useQuery({ ...dataQuery(['report', 'morning'], getOrganizerToday), staleTime: 0 })
  if (!data) return null
  return (
    <>
      <NeedsAHand data={data} />
      <div className={classes.pair}>
        <Today data={data} />
        <LowSizes sizes={data.low_sizes} />
      </div>
    </>
  )
}

/** The editor of an event, or its figures for users who may not open the editor. */
const eventPath = ({ permissions }: Session, id: number): string =>
  pathTo(permissions.includes('view-event') ? MANAGE_EVENT_PATH : EVENT_PANEL_PATH, id)

/** The page on which cancellations are decided, or the participants for users who may not see money. */
const cancellationsPath = (session: Session, id: number): string =>
  session.permissions.includes('view-event-finances')
    ? pathTo(EVENT_REFUNDS_PATH, id)
    : participantsPath(session, id)

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function NeedsAHand({
  data: { incomplete, cancellations, stuck_refunds, failed_mails, failed_payments },
}: {
  data: OrganizerToday
}) {
  const session = useSession()
  const all = [incomplete, cancellations, stuck_refunds, failed_mails, failed_payments]
  if (!session || all.every((tasks) => tasks.length === 0)) return null
  return (
    <Card title="Precisa de você">
      <ul className={classes.tasks}>
        {cancellations.map(({ event_id, title, registrations }) => (
          <li key={`c${event_id}`}>
            <Link to={cancellationsPath(session, event_id)}>
              {plural(registrations, 'pedido de cancelamento', 'pedidos de cancelamento')}
            </Link>{' '}
            em {title}
          </li>
        ))}
        {stuck_refunds.map(({ event_id, title, registrations }) => (
          <li key={`r${event_id}`}>
            <Link to={cancellationsPath(session, event_id)}>
              {plural(registrations, 'devolução parada', 'devoluções paradas')}
            </Link>{' '}
            em {title}
          </li>
        ))}
        {incomplete.map(({ event_id, title, missing }) => (
          <li key={`i${event_id}`}>
            <Link to={eventPath(session, event_id)}>{title}</Link> não vende: falta {missingWords(missing)}
          </li>
        ))}
        {failed_mails.map(({ title, registration_id, name }) => (
          <li key={`m${registration_id}`}>
            <Link to={pathTo(REGISTRATION_PATH, registration_id)}>O e-mail para {name} não chegou</Link> em{' '}
            {title}: confira o endereço
          </li>
        ))}
        {failed_payments.map(({ event_id, title, registrations }) => (
          <li key={`f${event_id}`}>
            <Link to={`${participantsPath(session, event_id)}?payment_status=${PAYMENT_STATUS.failed}`}>
              {plural(registrations, 'cobrança que falhou', 'cobranças que falharam')}
            </Link>{' '}
            em {title}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Today({ data: { today, waiting } }: { data: OrganizerToday }) {
  return (
    <Card title="Hoje">
      <ul className={classes.tasks}>
        <li>
          <strong>{plural(today.registrations, 'inscrição', 'inscrições')}</strong>
          {today.received !== null && `, ${formatDecimal(today.received)} recebidos`}
        </li>
        {waiting.map(({ type, registrations, amount }) => (
          <li key={type}>
            {PAYMENT_TYPES[type]} em aberto: {countWords(registrations)}
            {amount !== null && `, ${formatDecimal(amount)}`}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function LowSizes({ sizes }: { sizes: OrganizerToday['low_sizes'] }) {
  const session = useSession()
  if (!session) return null
  return (
    <Card title="Tamanhos acabando">
      {sizes.length === 0 && <p className={classes.calm}>Nenhum tamanho está no fim.</p>}
      <ul className={classes.tasks}>
        {sizes.map(({ event_id, title, kit, size, left }) => (
          <li key={`${event_id}${kit}${size}`}>
            <Link to={eventPath(session, event_id)}>
              {kit}, {size}
            </Link>
            : {left === 0 ? 'esgotado' : left === 1 ? 'resta 1' : `restam ${countWords(left)}`} em {title}
          </li>
        ))}
      </ul>
    </Card>
  )
}
