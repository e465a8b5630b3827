import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event.ts'
import { toCents } from '#contract/money.ts'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import { EVENT_CALENDAR_PATH, HOME_PATH, pathTo, WIZARD_PATH } from '../../paths.ts'
import { loginPathFor, loginState } from '../../return-path.ts'
import { useSession } from '../../session.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { IconCalendarPlus, IconTrophy } from '../../ui/icons.tsx'
import { useRootMark } from '../../ui/use-root-mark.ts'
import { externalUrl } from './external-url.ts'
import { PriceFrom } from './price.tsx'
import classes from './registration-panel.module.css'
import { closedTitle, closedWords, closingSoonWords, isOpen, isPast } from './registration-window.ts'
import { ShareButton } from './share-button.tsx'
import { Urgency } from './urgency.tsx'

interface RegistrationPanelProps {
  event: PublicEvent
  today: IsoDate
  url: string
}

/**
 * Price, registration window and button. It stands beside the page on wide screens; on small ones its facts follow the title
 * and the button stays at the bottom of the screen.
 */
export function RegistrationPanel({ event, today, url }: RegistrationPanelProps) {
  const open = isOpen(event, today)
  const queues = event.has_queue && event.closed_reason === 'not_yet'
  const isOver = isPast(event, today) || event.closed_reason === 'cancelled'
  const results = isPast(event, today) ? externalUrl(event.results_url) : null
  useRootMark('register-bar', Boolean(open || queues))
  return (
    <aside className={classes.panel} aria-label="Inscrição">
      <div className={classes.facts}>
        {open && event.price_from && (
          <p className={classes.price}>
            <PriceFrom value={event.price_from} varies={event.price_varies} />
          </p>
        )}
        {event.start_date && event.end_date && (
          <p>
            Inscrições abertas de {event.start_date} até {event.end_date}
          </p>
        )}
        {open ? (
          <Urgency deadline={closingSoonWords(event, today)} left={event.spots_left} />
        ) : (
          <div className={classes.notice}>
            <p className={classes.noticeTitle}>{closedTitle(event)}</p>
            <p>{closedWords(event, today)}</p>
            {queues && (
              <p>A procura é grande: entre na fila antes, e a sua vez chega assim que elas abrirem.</p>
            )}
          </div>
        )}
        {results && (
          <ButtonAnchor href={results} target="_blank" rel="noreferrer" icon={IconTrophy}>
            Ver resultados
          </ButtonAnchor>
        )}
        {isOver && (
          <ButtonLink
            to={{ pathname: HOME_PATH, search: '?status=1' }}
            variant={results ? 'default' : 'filled'}
          >
            Ver corridas abertas
          </ButtonLink>
        )}
      </div>
      <div className={classes.action} data-open={open || queues || undefined}>
        {open && event.price_from && (
          <p className={classes.barPrice}>
            <PriceFrom value={event.price_from} varies={event.price_varies} />
          </p>
        )}
        <RegisterButton event={event} open={open} queues={queues} />
      </div>
      <div className={classes.more}>
        {open && costs(event) && event.payment_methods.length > 0 && (
          <p className={classes.methods}>
            Pague com {listed(event.payment_methods.map(({ type }) => PAYMENT_TYPES[type]))}
            {event.installments && ` · cartão ${event.installments}`}
          </p>
        )}
        <div className={classes.extras}>
          <div className={classes.share}>
            <ShareButton title={event.title} url={url} />
          </div>
          {event.date_event && !isPast(event, today) && (
            <ButtonAnchor
              href={pathTo(EVENT_CALENDAR_PATH, event.slug)}
              variant="default"
              icon={IconCalendarPlus}
            >
              Adicionar ao calendário
            </ButtonAnchor>
          )}
        </div>
      </div>
    </aside>
  )
}

/** Whether any kit costs something. */
const costs = ({ price_from, price_varies }: PublicEvent): boolean =>
  price_varies || (toCents(price_from ?? '') ?? 0) > 0

/** `Pix, Boleto ou Cartão de Crédito` */
function listed(words: readonly (string | undefined)[]): string {
  const known = words.filter((word) => word !== undefined)
  return known.length > 1 ? `${known.slice(0, -1).join(', ')} ou ${known.at(-1)}` : (known[0] ?? '')
}

interface RegisterButtonProps {
  event: PublicEvent
  open: boolean
  queues: boolean
}

/** Opens the wizard and passes the event to it; a guest logs in first and arrives there afterwards, but waits in the queue before that. */
function RegisterButton({ event, open, queues }: RegisterButtonProps) {
  const session = useSession()
  if (!open && !queues) {
    return (
      <Button size="lg" wide disabled>
        Inscrever-se
      </Button>
    )
  }
  const wizard = { pathname: WIZARD_PATH, search: `?evento=${event.slug}`, state: { event } }
  return session || queues ? (
    <ButtonLink to={wizard.pathname + wizard.search} state={wizard.state} size="lg" wide>
      {queues ? 'Entrar na fila' : 'Inscrever-se'}
    </ButtonLink>
  ) : (
    <ButtonLink to={loginPathFor(event.slug)} state={loginState(wizard)} size="lg" wide>
      Inscrever-se
    </ButtonLink>
  )
}
