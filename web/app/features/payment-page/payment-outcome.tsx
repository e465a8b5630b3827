import { Loader } from '@mantine/core'
import { IconClock, IconX } from '@tabler/icons-react'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { EVENT_PATH, MY_EVENTS_PATH, PAYMENT_PATH, pathTo } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { StatePicture } from '#web/ui/state-picture.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'
import classes from './payment.module.css'
import { OUTCOMES, type View } from './payment-view.ts'

interface OutcomeProps {
  token: string
  payment: PaymentPage
  view: Exclude<View, 'pix' | 'boleto' | 'card'>
  heading?: 'h1' | 'h2'
}

const loadNewPayment = () => import('./new-payment.tsx').then((module) => module.NewPayment)

export function Outcome({ token, payment, view, heading: Heading = 'h1' }: OutcomeProps) {
  const { tone, title, text } = OUTCOMES[view]
  const Icon = tone === 'wait' ? IconClock : IconX
  const { replaced_by: others } = payment
  const offersAnother = (view === 'failed' || view === 'over') && payment.other_types.length > 0
  const paysHere = offersAnother || others.length > 0
  const ways = [
    { to: MY_EVENTS_PATH, words: 'Ver Meus Eventos' },
    { to: pathTo(EVENT_PATH, payment.event.slug), words: 'Página da corrida' },
  ]
  // The text above suggests a new registration, so that link comes first.
  if (view === 'cancelled' || view === 'expired') ways.reverse()
  const NewPayment = useLoaded(offersAnother, loadNewPayment)
  return (
    <div className={classes.outcome} data-tone={tone}>
      {tone === 'good' ? (
        <StatePicture name="done" />
      ) : (
        <span className={classes.medal} aria-hidden>
          {view === 'preparing' ? <Loader size={44} color="currentColor" /> : <Icon size={52} stroke={2.5} />}
        </span>
      )}
      <Heading id="pagamento">{title}</Heading>
      {view === 'replaced' && others.length > 0 ? (
        <>
          <p>O que falta pagar está agora em mais de um pagamento:</p>
          <ul className={classes.successors}>
            {others.map((other) => (
              <li key={other.token}>
                <LinkButton to={pathTo(PAYMENT_PATH, other.token)} size="lg" fullWidth>
                  Pagamento de {other.first_names.join(', ')}
                </LinkButton>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{text}</p>
      )}
      {offersAnother && NewPayment && (
        <div className={classes.anew}>
          <NewPayment token={token} types={payment.other_types}>
            Um novo pagamento toma o lugar deste, com o mesmo valor.
          </NewPayment>
        </div>
      )}
      {view !== 'preparing' && (
        <div className={classes.ways}>
          {ways.map(({ to, words }, i) => (
            <LinkButton
              key={to}
              to={to}
              {...(i > 0 ? { variant: 'subtle' } : { size: 'lg', variant: paysHere ? 'default' : 'filled' })}
            >
              {words}
            </LinkButton>
          ))}
        </div>
      )}
    </div>
  )
}
