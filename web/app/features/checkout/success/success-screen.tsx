import { Skeleton } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { QueryProvider } from '#web/api/query-provider.tsx'
import { viewOf } from '#web/features/payment-page/payment-view.ts'
import { MY_EVENTS_PATH, ROLE_HOME_PATH } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { DateBlock } from '#web/ui/date-block.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatePicture } from '#web/ui/state-picture.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useNavigationToast } from '#web/ui/use-navigation-toast.ts'
import { NextSteps } from './next-steps.tsx'
import { Extras, OrderPayment, tokenOf, useOrderPayment } from './order-payment.tsx'
import { PayButton } from './pay-button.tsx'
import { PaymentsTable } from './payments-table.tsx'
import classes from './success-screen.module.css'
import { type Payer, type PlacedRace, readSuccessState, type SuccessState } from './success-state.ts'

const ICON_MS = 500
const EXTERNAL = <IconExternalLink size={20} aria-hidden />

export const meta = pageTitle('Confirmação da inscrição')

export default function SuccessScreen() {
  const hydrated = useHydrated()
  const session = useSession()
  const success = readSuccessState(useLocation().state)
  if (!hydrated) return <SuccessSkeleton />
  if (!success) return <Navigate to={ROLE_HOME_PATH} replace />
  return (
    <QueryProvider key={session?.token}>
      <Success {...success} />
    </QueryProvider>
  )
}

function Success({ participants: payers, event }: SuccessState) {
  useNavigationToast()
  const [only, ...others] = payers
  const isShared = others.length > 0 && isPaidTogether(payers)
  const heldUntil = payers.find((payer) => payer.held_until)?.held_until
  const link = payers.find(({ free }) => !free)?.payment_link ?? only?.payment_link ?? null
  const token = tokenOf(link)
  const { payment } = useOrderPayment(token)
  const isOnePayment = others.length === 0 || isShared
  const isDone = isOnePayment && payment !== undefined && viewOf(payment) === 'paid'
  const until = heldUntil ? momentWords(heldUntil) : 'o vencimento'
  return (
    <div className={classes.screen}>
      <CheckIcon />
      <h1>Inscrição realizada com sucesso!</h1>
      <p className={classes.words}>
        {isDone
          ? 'Tudo pago, tudo certo!'
          : isShared
            ? `As vagas estão guardadas até ${until}. Agora só falta o pagamento, um só para todas.`
            : others.length > 0
              ? `As vagas estão guardadas até ${until}. Cada inscrição tem o seu próprio pagamento.`
              : `Sua vaga está guardada até ${until}. Agora só falta o pagamento.`}
      </p>
      {!isOnePayment ? (
        <div className={classes.table}>
          {event && <Race {...event} />}
          <PaymentsTable payers={payers} />
          {event && <Extras event={event} />}
        </div>
      ) : token ? (
        <OrderPayment token={token}>
          <PayButton variant="default" fullWidth link={link} rightSection={EXTERNAL}>
            Ir para pagamento
          </PayButton>
        </OrderPayment>
      ) : (
        <PayButton size="lg" link={link} rightSection={EXTERNAL}>
          Ir para pagamento
        </PayButton>
      )}
      <NextSteps isPaid={isDone} type={payment?.type} pickup={event?.kit_pickup ?? null} />
      {!isDone && (
        <p className={classes.words}>O link também vai para o seu e-mail e fica em Meus Eventos.</p>
      )}
      <LinkButton to={MY_EVENTS_PATH} variant="default">
        Ver minhas inscrições
      </LinkButton>
    </div>
  )
}

const Race = ({ title, date_event: date }: PlacedRace) => (
  <p className={classes.race}>
    {date && <DateBlock date={date} />}
    <strong>{title}</strong>
  </p>
)

function isPaidTogether(payers: readonly Payer[]): boolean {
  const payments = new Set(payers.flatMap(({ free, payment_id }) => (free ? [] : [payment_id])))
  return payments.size === 1 && !payments.has(null) && !payments.has(undefined)
}

/** Appears half a second after the page. Its space is reserved, so the layout does not shift. */
function CheckIcon() {
  const [shown, setShown] = useState(false)
  useTimeout(() => setShown(true), ICON_MS, { autoInvoke: true })
  return (
    <span className={classes.icon}>
      {shown && (
        <span className={classes.check} role="img" aria-label="Concluída">
          <StatePicture name="done" />
        </span>
      )}
    </span>
  )
}

function SuccessSkeleton() {
  return (
    <div className={classes.screen} aria-busy>
      <h1 className="sr-only">Confirmação da inscrição</h1>
      <Skeleton height={108} width={144} />
      <Skeleton height={36} maw={420} />
      <Skeleton height={52} maw={280} />
    </div>
  )
}
