import { Button, Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { matchPath, Navigate } from 'react-router'
import type { PaymentPage } from '#contract/payment-page.ts'
import { EVENT_CALENDAR_PATH, EVENT_PATH, PAYMENT_PATH, pathTo } from '../../paths.ts'
import { ShareButton } from '../event/share-button.tsx'
import { Outcome } from '../payment/outcome.tsx'
import { PayPanel } from '../payment/pay-panel.tsx'
import { paymentQuery } from '../payment/queries.ts'
import { Summary } from '../payment/summary.tsx'
import { useShownAt } from '../payment/use-shown-at.ts'
import { OUTCOMES, viewOf } from '../payment/view.ts'
import classes from './success-screen.module.css'

/** The secret part of a payment's link; null for a link to elsewhere. */
export const tokenOf = (link: string | null): string | null =>
  (link && matchPath(PAYMENT_PATH, link.replace(/^https?:\/\/[^/]+/, ''))?.params.token) || null

/** The payment of a link, asked for again while it is in sight and may change; undefined until it is known. */
export function useOrderPayment(token: string | null): { payment: PaymentPage | undefined; failed: boolean } {
  const shownAt = useShownAt()
  const { data, isError } = useQuery({ ...paymentQuery(token ?? '', shownAt), enabled: token !== null })
  return { payment: data, failed: isError && !data }
}

interface OrderPaymentProps {
  token: string
  /** What opens the payment's own page. */
  children: ReactNode
}

/** How an order is paid, right where it was placed; says when it is paid. Nothing but its children while it cannot be loaded. */
export function OrderPayment({ token, children }: OrderPaymentProps) {
  const { payment, failed } = useOrderPayment(token)
  if (failed) return children
  if (!payment) return <PaymentSkeleton />
  const [next, ...others] = payment.replaced_by
  if (next && others.length === 0) return <Navigate to={pathTo(PAYMENT_PATH, next.token)} replace />
  return (
    <Loaded token={token} payment={payment}>
      {children}
    </Loaded>
  )
}

function Loaded({ token, payment, children }: OrderPaymentProps & { payment: PaymentPage }) {
  const view = viewOf(payment)
  const first = useRef(view)
  const isPayable = view === 'pix' || view === 'boleto' || view === 'card'
  return (
    <>
      <div className={classes.columns}>
        <section className={classes.panel} aria-labelledby="pagamento">
          {isPayable ? (
            <>
              <PayPanel key={view} token={token} payment={payment} view={view} heading="h2" />
              <div className={classes.own}>{children}</div>
            </>
          ) : view === 'paid' ? (
            <Paid />
          ) : (
            <Outcome token={token} payment={payment} view={view} heading="h2" />
          )}
        </section>
        <div className={classes.side}>
          <Summary payment={payment} />
          <Extras event={payment.event} />
        </div>
      </div>
      {/* What changed while the page was open. */}
      <p role="status" className="sr-only">
        {view !== first.current && !isPayable && (view === 'paid' ? 'Pago!' : OUTCOMES[view].title)}
      </p>
    </>
  )
}

const Paid = () => (
  <div className={classes.paid}>
    <span className={classes.icon}>
      <span className={classes.check} aria-hidden>
        <IconCheck size={52} stroke={3} />
      </span>
    </span>
    <h2 id="pagamento">Pago!</h2>
    <p>{OUTCOMES.paid.text}</p>
  </div>
)

/** For the race itself: the calendar, and friends. */
export const Extras = ({
  event: { slug, title },
}: {
  event: Pick<PaymentPage['event'], 'slug' | 'title'>
}) => (
  <div className={classes.extras}>
    <Button
      component="a"
      href={pathTo(EVENT_CALENDAR_PATH, slug)}
      variant="default"
      leftSection={<IconCalendarPlus size={20} aria-hidden />}
    >
      Adicionar ao calendário
    </Button>
    <ShareButton title={title} url={window.location.origin + pathTo(EVENT_PATH, slug)} />
  </div>
)

const PaymentSkeleton = () => (
  <div className={classes.columns} aria-busy>
    <div className={classes.panel}>
      <Skeleton height={32} maw={360} />
      <Skeleton height={24} maw={300} mt="md" />
      <Skeleton height={240} width={240} mt="lg" />
      <Skeleton height={52} mt="lg" />
    </div>
    <div className={classes.panel}>
      <Skeleton height={24} maw={200} />
      <Skeleton height={72} mt="md" />
    </div>
  </div>
)
