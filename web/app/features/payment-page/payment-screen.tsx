import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type MetaFunction, Navigate, useParams } from 'react-router'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { ApiFailure, failureMessage } from '#web/api/api.ts'
import { QueryProvider } from '#web/api/query-provider.tsx'
import { MY_EVENTS_PATH, PAYMENT_PATH, pathTo } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { PayPanel } from './pay-panel.tsx'
import classes from './payment.module.css'
import { Outcome } from './payment-outcome.tsx'
import { OUTCOMES, viewOf } from './payment-view.ts'
import { paymentQuery } from './queries.ts'
import { Summary } from './summary.tsx'
import { useShownAt } from './use-shown-at.ts'

// The URL contains a secret: it must not reach other sites as a referrer, nor a search index.
export const meta: MetaFunction = () => [
  { title: 'Pagamento · Largada' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** For anyone who has the payment's link, signed in or not: docs/algorithms/payment-page.md. */
export default function PaymentScreen() {
  const { token = '' } = useParams()
  // The server renders the same page for all payments and loads none of them.
  if (!useHydrated()) return <PaymentSkeleton />
  return (
    <QueryProvider key={token}>
      <Payment token={token} />
    </QueryProvider>
  )
}

function Payment({ token }: { token: string }) {
  const shownAt = useShownAt()
  const { data, error, isFetching, refetch } = useQuery(paymentQuery(token, shownAt))
  if (!data && error) return <Failure error={error} busy={isFetching} onRetry={refetch} />
  if (!data) return <PaymentSkeleton />
  const [next, ...others] = data.replaced_by
  if (next && others.length === 0) return <Navigate to={pathTo(PAYMENT_PATH, next.token)} replace />
  return <Loaded key={token} token={token} payment={data} />
}

function Loaded({ token, payment }: { token: string; payment: PaymentPage }) {
  const view = viewOf(payment)
  const first = useRef(view)
  const isPayable = view === 'pix' || view === 'boleto' || view === 'card'
  return (
    <div className={classes.page}>
      <section className={classes.panel} aria-labelledby="pagamento">
        {isPayable ? (
          <PayPanel key={view} token={token} payment={payment} view={view} />
        ) : (
          <Outcome token={token} payment={payment} view={view} />
        )}
      </section>
      <Summary payment={payment} />
      {/* Announces the change of status to screen readers. */}
      <p role="status" className="sr-only">
        {view !== first.current && !isPayable && OUTCOMES[view].title}
      </p>
    </div>
  )
}

interface FailureProps {
  error: Error
  busy: boolean
  onRetry: () => void
}

function Failure({ error, busy, onRetry }: FailureProps) {
  const isUnknown = error instanceof ApiFailure && error.status === 404
  return (
    <div className={classes.alone}>
      <h1 className="sr-only">Pagamento</h1>
      {isUnknown ? (
        <EmptyState picture="lost" title="Pagamento não encontrado" description={error.message}>
          <LinkButton to={MY_EVENTS_PATH}>Ver Meus Eventos</LinkButton>
        </EmptyState>
      ) : (
        <ErrorState
          message={failureMessage(error, 'Não foi possível abrir o pagamento.')}
          busy={busy}
          onRetry={onRetry}
        />
      )}
    </div>
  )
}

const PaymentSkeleton = () => (
  <div className={classes.page} aria-busy>
    <div className={classes.panel}>
      <h1 className="sr-only">Pagamento</h1>
      <Skeleton height={20} maw={240} />
      <Skeleton height={40} maw={360} mt="sm" />
      <Skeleton height={24} maw={300} mt="md" />
      <Skeleton className={classes.qr} mt="lg" mx="auto" />
      <Skeleton height={52} mt="lg" />
    </div>
    <div className={classes.summary}>
      <Skeleton height={24} maw={200} />
      <Skeleton height={72} mt="md" />
    </div>
  </div>
)
