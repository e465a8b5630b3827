import { useLocation } from 'react-router'
import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { toCents } from '#contract/money.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { hasTransition } from '#web/navigation/transition.ts'
import { HOME_PATH, MY_GROUPS_PATH, WIZARD_PATH } from '#web/paths.ts'
import { loginPathFor, loginState } from '#web/session/return-path.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/button.tsx'
import { IconTicket, IconTrophy, IconUsersGroup } from '#web/ui/icons.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { externalUrl } from '../external-url.ts'
import { useLinkedCoupon } from '../linked-coupon.ts'
import { kitTotal, PriceFrom } from '../price.tsx'
import {
  closedTitle,
  closedWords,
  closingSoonWords,
  isOpen,
  isPast,
  openingWords,
} from '../registration-window.ts'
import { ShareButton } from '../share-button.tsx'
import { tierWords } from '../tier-words.ts'
import { Urgency } from '../urgency.tsx'
import classes from './register-box.module.css'

const loadAlert = async () => (await import('./alert-button.tsx')).AlertButton

/** Loaded on demand, because it is for few races. */
function Alert({ event }: { event: PublicEvent }) {
  const { hash } = useLocation()
  const isOffered = event.closed_reason === 'not_yet' || event.closed_reason === 'sold_out'
  const AlertButton = useLoaded(isOffered || hash.startsWith('#aviso='), loadAlert)
  if (!isOffered && !AlertButton) return null
  return <div className={classes.alert}>{AlertButton && <AlertButton event={event} />}</div>
}

/** Beside the page on wide screens; on small ones the facts follow the title and the button is fixed. */
export function RegisterBox({ event, today, url }: { event: PublicEvent; today: IsoDate; url: string }) {
  const open = isOpen(event, today)
  const isEarly = event.closed_reason === 'not_yet'
  const queues = event.has_queue && isEarly
  const window =
    event.start_date && event.end_date && `Inscrições abertas de ${event.start_date} até ${event.end_date}`
  const isOver = isPast(event, today) || event.closed_reason === 'cancelled'
  const results = isPast(event, today) ? externalUrl(event.results_url) : null
  const tier = open ? tierOfLowest(event, today) : null
  useRootMark('register-bar', Boolean(open || queues))
  return (
    <aside className={classes.panel} aria-label="Inscrição">
      <div className={classes.facts}>
        {open && event.price_from && (
          <p className={classes.price}>
            <PriceFrom value={event.price_from} varies={event.price_varies} />
          </p>
        )}
        {tier && <p className={classes.tier}>{tier}</p>}
        {!isEarly && window && <p>{window}</p>}
        {open && <LinkedCouponNote slug={event.slug} />}
        {open ? (
          <Urgency deadline={closingSoonWords(event, today)} left={event.spots_left} />
        ) : (
          <div className={classes.notice}>
            <p className={classes.noticeTitle}>{isEarly ? openingWords(event, today) : closedTitle(event)}</p>
            <p>{isEarly ? window : closedWords(event, today)}</p>
            {queues && (
              <p>A procura é grande: entre na fila antes, e a sua vez chega assim que elas abrirem.</p>
            )}
          </div>
        )}
        <Alert event={event} />
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
          {open && event.groups_until && (
            <ButtonLink to={`${MY_GROUPS_PATH}?evento=${event.slug}`} variant="default" icon={IconUsersGroup}>
              Criar um grupo
            </ButtonLink>
          )}
        </div>
      </div>
    </aside>
  )
}

/** Not in the server's HTML, which is the same with and without a coupon. */
function LinkedCouponNote({ slug }: { slug: string }) {
  const hydrated = useHydrated()
  const code = useLinkedCoupon(slug)
  return hydrated && code ? (
    <p className={classes.coupon}>
      <IconTicket size={20} aria-hidden />
      Seu cupom será aplicado na confirmação da inscrição.
    </p>
  ) : null
}

const costs = ({ price_from, price_varies }: PublicEvent): boolean =>
  price_varies || (toCents(price_from ?? '') ?? 0) > 0

/** The price tier behind the lowest price, which the box shows. */
function tierOfLowest({ products, price_from }: PublicEvent, today: IsoDate): string | null {
  const lowest = products.find((kit) => !kit.sold_out && kitTotal(kit) === toCents(price_from ?? ''))
  return lowest ? tierWords(lowest, today) : null
}

/** Joins words as `Pix, Boleto ou Cartão de Crédito`. */
function listed(words: readonly (string | undefined)[]): string {
  const known = words.filter((word) => word !== undefined)
  return known.length > 1 ? `${known.slice(0, -1).join(', ')} ou ${known.at(-1)}` : (known[0] ?? '')
}

/** Opens the wizard. A guest signs in first, unless the event has a queue, which comes before that. */
function RegisterButton({ event, open, queues }: { event: PublicEvent; open: boolean; queues: boolean }) {
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
    <ButtonLink
      to={wizard.pathname + wizard.search}
      state={wizard.state}
      viewTransition={hasTransition()}
      size="lg"
      wide
    >
      {queues ? 'Entrar na fila' : 'Inscrever-se'}
    </ButtonLink>
  ) : (
    <ButtonLink to={loginPathFor(event.slug)} state={loginState(wizard)} size="lg" wide>
      Inscrever-se
    </ButtonLink>
  )
}
