import { Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { matchPath, Navigate } from 'react-router'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { ShareButton } from '#web/features/event/share-button.tsx'
import { PayPanel } from '#web/features/payment-page/pay-panel.tsx'
import { Outcome } from '#web/features/payment-page/payment-outcome.tsx'
import { OUTCOMES, viewOf } from '#web/features/payment-page/payment-view.ts'
import { paymentQuery } from '#web/features/payment-page/queries.ts'
import { Summary } from '#web/features/payment-page/summary.tsx'
import { useShownAt } from '#web/features/payment-page/use-shown-at.ts'
import { ShareSection } from '#web/features/registration/bib/share-section.tsx'
import { EVENT_CALENDAR_PATH, EVENT_PATH, PAYMENT_PATH, pathTo } from '#web/paths.ts'
import { AnchorButton } from '#web/ui/text-button.tsx'
import { useReveal } from '#web/ui/use-reveal.ts'
import classes from './success-screen.module.css'

export const tokenOf = (link: string | null): string | null =>
  (link && matchPath(PAYMENT_PATH, link.replace(/^https?:\/\/[^/]+/, ''))?.params.token) || null

/** Polled while the page is visible and the payment may change. */
export function useOrderPayment(token: string | null): { payment: PaymentPage | undefined; failed: boolean } {
  const shownAt = useShownAt()
  const { data, isError } = useQuery({ ...paymentQuery(token ?? '', shownAt), enabled: token !== null })
  return { payment: data, failed: isError && !data }
}

interface OrderPaymentProps {
  token: string
  children: ReactNode
}

/** Renders only its children when the payment cannot be loaded. */
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
  // The page is shorter once it is paid, and shows its middle to who had scrolled to the bank.
  const panel = useReveal<HTMLElement>(view === 'paid')
  const isPayable = view === 'pix' || view === 'boleto' || view === 'card'
  return (
    <>
      <div className={classes.columns}>
        <section ref={panel} tabIndex={-1} className={classes.panel} aria-labelledby="pagamento">
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
          {view === 'paid' && <ShareOwn payment={payment} />}
        </div>
      </div>
      {/* Announces the change of status to screen readers. */}
      <p role="status" className="sr-only">
        {view !== first.current && !isPayable && (view === 'paid' ? 'Pago!' : OUTCOMES[view].title)}
      </p>
    </>
  )
}

const Paid = () => (
  <div className={classes.paid}>
    <span className={classes.disc} aria-hidden>
      <IconCheck size={52} stroke={3} />
    </span>
    <h2 id="pagamento">Pago!</h2>
    <p>{OUTCOMES.paid.text}</p>
  </div>
)

export const Extras = ({
  event: { slug, title },
}: {
  event: Pick<PaymentPage['event'], 'slug' | 'title'>
}) => (
  <div className={classes.extras}>
    <AnchorButton href={pathTo(EVENT_CALENDAR_PATH, slug)} variant="default" icon={IconCalendarPlus}>
      Adicionar ao calendário
    </AnchorButton>
    <ShareButton title={title} url={window.location.origin + pathTo(EVENT_PATH, slug)} />
  </div>
)

/** The buyer's own registration is the first. */
function ShareOwn({ payment: { event, items } }: { payment: PaymentPage }) {
  const [own] = items
  if (!own) return null
  const { title, date_event: date } = event
  const bib = { title, date, distance: own.modality, firstName: own.first_name, placeholder: null }
  return <ShareSection load={() => bib} />
}

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
