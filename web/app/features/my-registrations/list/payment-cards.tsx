import { IconClock, IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { dayIn } from '#contract/dates.ts'
import { formatDecimal } from '#contract/money.ts'
import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { shortDate } from '#web/features/event/date-words.ts'
import { EventPicture } from '#web/features/event/event-picture.tsx'
import { deadlineWords } from '#web/features/payment-page/deadline.ts'
import { ChargeLines } from '#web/features/registration/charge-lines.tsx'
import { PaymentStatus } from '#web/features/registration/status.tsx'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { AnchorButton } from '#web/ui/text-button.tsx'
import { type Payable, payableOf } from './next-action.ts'
import classes from './payment-cards.module.css'

/** A card per payment that can be made now, with everybody it pays for. */
export function PaymentCards({ rows }: { rows: readonly RegistrationRow[] }) {
  const payments = new Map(rows.flatMap(payableOf).map((payable) => [payable.payment_link, payable]))
  if (payments.size === 0) return null
  return (
    <section className={classes.payments} aria-labelledby="to-pay">
      <h2 id="to-pay">A pagar</h2>
      <ul className={classes.cards}>
        {[...payments.values()].map((payable) => (
          <li key={payable.payment_link}>
            <PaymentCard payable={payable} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PaymentCard({ payable: { event, ...payment } }: { payable: Payable }) {
  const [first, ...others] = payment.people
  const id = `payment-${first?.id}`
  const when = event.date_event && shortDate(event.date_event, dayIn('America/Sao_Paulo', new Date()))
  return (
    <article className={classes.card} aria-labelledby={id}>
      <div className={classes.race}>
        <span className={classes.cover}>
          <EventPicture picture={event.picture} path={event.event_image} alt="" sizes="4rem" />
        </span>
        <div>
          <h3 id={id}>
            {first && others.length === 0 ? (
              <Link to={pathTo(MY_REGISTRATION_PATH, first.id)}>{event.title}</Link>
            ) : (
              event.title
            )}
          </h3>
          <p>{[when, PAYMENT_TYPES[payment.type]].filter(Boolean).join(' · ')}</p>
        </div>
        {payment.status_code !== PAYMENT_STATUS.pending && <PaymentStatus payment={payment} />}
      </div>
      <ChargeLines charge={payment} />
      <Deadline {...payment} />
      <AnchorButton
        href={payment.payment_link}
        target="_blank"
        rel="noopener"
        fullWidth
        aria-describedby={id}
        rightSection={<IconExternalLink size={20} aria-hidden />}
      >
        Pagar {formatDecimal(payment.total)}
      </AnchorButton>
    </article>
  )
}

function Deadline({ payable_until: until, due_date: dueOn }: Pick<Payable, 'payable_until' | 'due_date'>) {
  if (!until && !dueOn) return null
  return (
    <p className={classes.deadline}>
      <IconClock size={20} aria-hidden />
      <span>Pague até {until ? <time dateTime={until}>{deadlineWords(until)}</time> : dueOn}</span>
    </p>
  )
}
