import { Button, type ButtonProps, Skeleton } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isPaid } from '#contract/payment-status.ts'
import { useOpenTab } from '../../new-tab.ts'
import { MY_EVENTS_PATH, ROLE_HOME_PATH } from '../../paths.ts'
import { QueryProvider } from '../../query-provider.tsx'
import { useSession } from '../../session.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateBlock } from '../../ui/date-block.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Money } from '../../ui/money.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { StatePicture } from '../../ui/state-picture.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { deadlineWords } from '../payment/deadline.ts'
import { viewOf } from '../payment/view.ts'
import { momentWords } from '../registration/moment.ts'
import { NextSteps } from './next-steps.tsx'
import { Extras, OrderPayment, tokenOf, useOrderPayment } from './order-payment.tsx'
import classes from './success-screen.module.css'
import { type Payer, type PlacedRace, readSuccessState, type SuccessState } from './success-state.ts'
import { useArrivalToast } from './use-arrival-toast.ts'

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

/** Shown after an order was placed: the payments that remain. */
function Success({ participants: payers, event }: SuccessState) {
  useArrivalToast()
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
          ? 'Tudo pago, tudo certo: nos vemos na largada!'
          : isShared
            ? `As vagas estão guardadas até ${until}. Agora só falta o pagamento, um só para todas.`
            : others.length > 0
              ? `As vagas estão guardadas até ${until}. Cada inscrição tem o seu próprio pagamento.`
              : `Sua vaga está guardada até ${until}. Agora só falta o pagamento.`}
      </p>
      {!isOnePayment ? (
        <div className={classes.table}>
          {event && <Race {...event} />}
          <DataTable
            caption="Pagamentos"
            columns={COLUMNS}
            rows={payers.map(toRow)}
            rowKey={({ id }) => id}
          />
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
      <NextSteps isPaid={isDone} kitDelivery={event?.kit_delivery_date ?? undefined} />
      {!isDone && (
        <p className={classes.words}>O link também vai para o seu e-mail e fica em Meus Eventos.</p>
      )}
      <LinkButton to={MY_EVENTS_PATH} variant="default">
        Ver minhas inscrições
      </LinkButton>
    </div>
  )
}

/** What the payments of the table are for. */
const Race = ({ title, date_event: date }: PlacedRace) => (
  <p className={classes.race}>
    {date && <DateBlock date={date} />}
    <strong>{title}</strong>
  </p>
)

/** Whether one payment pays everything that is to be paid. */
function isPaidTogether(payers: readonly Payer[]): boolean {
  const payments = new Set(payers.flatMap(({ free, payment_id }) => (free ? [] : [payment_id])))
  return payments.size === 1 && !payments.has(null) && !payments.has(undefined)
}

interface Row extends Payer {
  id: string
}

const toRow = (payer: Payer, i: number): Row => ({ ...payer, id: `pagamento-${i}` })

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Nome do Participante',
    title: true,
    cell: ({ id, name }) => <span id={id}>{name}</span>,
  },
  {
    key: 'amount',
    header: 'Valor',
    align: 'end',
    cell: (payer) => <Amount {...payer} />,
  },
  {
    key: 'deadline',
    header: 'Pague até',
    cell: ({ payment_link: link, held_until: heldUntil }) => <PayBy link={link} heldUntil={heldUntil} />,
  },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    actions: true,
    cell: ({ id, payment_link: link }) => <PayOwn link={link} describedBy={id} />,
  },
]

/** What is to be paid: with the interest of installments, once the payment is known. */
function Amount({ payment_link: link, value, free }: Payer) {
  const { payment } = useOrderPayment(tokenOf(link))
  if (free) return <StatusChip tone="success">Gratuito</StatusChip>
  const amount = payment?.amount ?? value
  return amount ? <Money value={amount} /> : '—'
}

interface PayByProps {
  link: string | null
  heldUntil: string | null | undefined
}

/** Until when a payment can be made. */
function PayBy({ link, heldUntil }: PayByProps) {
  const { payment } = useOrderPayment(tokenOf(link))
  const until = payment?.payable_until ?? heldUntil
  if (payment && isPaid(payment.status_code)) return '—'
  return until ? <time dateTime={until}>{deadlineWords(until)}</time> : (payment?.due_date ?? '—')
}

interface PayOwnProps {
  link: string | null
  describedBy: string
}

/** Pays one of several payments; says so once it is paid. */
function PayOwn({ link, describedBy }: PayOwnProps) {
  const { payment } = useOrderPayment(tokenOf(link))
  if (payment && isPaid(payment.status_code)) return <StatusChip tone="success">Pago</StatusChip>
  return (
    <PayButton link={link} aria-describedby={describedBy}>
      Pagar
    </PayButton>
  )
}

/** Appears half a second after the page; its space is reserved, so nothing moves. */
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

interface PayButtonProps extends ButtonProps {
  link: string | null
  children: string
  'aria-describedby'?: string
}

const REDIRECTING_MS = 500

/** Opens a payment's page; disabled where nothing is to be paid. */
function PayButton({ link, children, ...props }: PayButtonProps) {
  const [redirecting, setRedirecting] = useState(false)
  const { start } = useTimeout(() => setRedirecting(false), REDIRECTING_MS)
  const open = useOpenTab()

  const pay = () => {
    if (!link) return
    setRedirecting(true)
    start()
    open(link)
  }
  return (
    <Button {...props} disabled={!link} onClick={pay}>
      {redirecting ? 'Redirecionando...' : children}
    </Button>
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
