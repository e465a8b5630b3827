import { Loader, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { formatDecimal } from '#contract/money.ts'
import { PAYMENT_TYPE, PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { AnchorButton } from '#web/ui/text-button.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { Card } from './card.tsx'
import { ChangeMethod } from './change-method.tsx'
import { Deadline } from './deadline-line.tsx'
import classes from './payment.module.css'
import { PixField } from './pix-field.tsx'
import { paymentKey } from './queries.ts'

interface PayPanelProps {
  token: string
  payment: PaymentPage
  view: 'pix' | 'boleto' | 'card'
  /** 'h2' when it is part of another page. */
  heading?: 'h1' | 'h2'
}

const WAYS = { pix: Pix, boleto: BoletoOrWait, card: Card }

export function PayPanel({ token, payment, view, heading: Heading = 'h1' }: PayPanelProps) {
  const queries = useQueryClient()
  const Way = WAYS[view]
  const { payable_until: until, other_types: others } = payment
  return (
    <>
      <p className={classes.race}>{payment.event.title}</p>
      <Heading id="pagamento">
        Pague {formatDecimal(payment.amount)} com {PAYMENT_TYPES[payment.type]}
        {payment.installments > 1 && ` em ${payment.installments}x`}
      </Heading>
      {until && (
        <Deadline until={until} onOver={() => queries.invalidateQueries({ queryKey: paymentKey(token) })} />
      )}
      <Way token={token} payment={payment} />
      {payment.is_test && payment.hosted_link && view !== 'card' && <TestBank link={payment.hosted_link} />}
      <p className={classes.waiting}>
        <Loader size={18} type="dots" aria-hidden /> Esta página avisa sozinha quando o pagamento for
        confirmado.
      </p>
      {others.length > 0 && <ChangeMethod token={token} types={others} />}
    </>
  )
}

/** A note that nothing is charged, with a link to the page of the sandbox gateway that simulates the bank. */
const TestBank = ({ link }: { link: string }) => (
  <div className={classes.test} role="note">
    <p>
      <strong>Ambiente de testes:</strong> nenhum valor real é cobrado, e nenhum banco conhece este código.
    </p>
    <AnchorButton href={link} target="_blank" rel="noreferrer" variant="default">
      Abrir o banco de testes
    </AnchorButton>
  </div>
)

function Pix({ payment }: { payment: PaymentPage }) {
  const { pix } = payment
  if (!pix) return <NoCode payment={payment} />
  return (
    <div className={classes.pix}>
      <QrCode text={pix.code} label="QR Code do Pix" className={classes.qr} />
      <div className={classes.stack}>
        <PixField code={pix.code} />
        <ol className={classes.steps}>
          <li>
            Abra o aplicativo do seu banco e escolha <strong>Pix</strong>.
          </li>
          <li>
            Aponte a câmera para o QR Code, ou cole o código em <strong>Pix copia e cola</strong>.
          </li>
          <li>Confira o valor e confirme. A inscrição é confirmada na hora.</li>
        </ol>
      </div>
    </div>
  )
}

const loadBoleto = () => import('./boleto.tsx').then((module) => module.Boleto)

function BoletoOrWait({ payment }: { payment: PaymentPage }) {
  const { boleto } = payment
  const Boleto = useLoaded(true, loadBoleto)
  if (!boleto) return <NoCode payment={payment} />
  return Boleto ? (
    <Boleto payment={payment} boleto={boleto} />
  ) : (
    <Skeleton height={360} className={classes.stack} />
  )
}

/** Shown until the gateway has created the code or link. */
function NoCode({ payment: { hosted_link: link, type } }: { payment: PaymentPage }) {
  return (
    <div className={classes.stack} aria-busy>
      {type === PAYMENT_TYPE.pix ? <Skeleton className={classes.qr} /> : <Skeleton height={96} />}
      <p className={classes.note} role="status">
        {type === PAYMENT_TYPE.pix ? 'O código Pix' : 'O boleto'} aparece aqui em instantes. Se demorar, pague
        pela página do banco.
      </p>
      {link && (
        <AnchorButton
          href={link}
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={20} aria-hidden />}
        >
          Abrir a página do banco
        </AnchorButton>
      )}
    </div>
  )
}
