import { Button, Loader, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { formatDecimal } from '#contract/money.ts'
import type { PaymentPage } from '#contract/payment-page.ts'
import { PAYMENT_TYPES } from '#contract/payment-types.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { Card } from './card.tsx'
import { ChangeMethod } from './change-method.tsx'
import { CopyField } from './copy-field.tsx'
import { Deadline } from './deadline-line.tsx'
import classes from './payment.module.css'
import { paymentKey } from './queries.ts'

interface PayPanelProps {
  token: string
  payment: PaymentPage
  view: 'pix' | 'boleto' | 'card'
  /** 'h2' where it is a part of another page. */
  heading?: 'h1' | 'h2'
}

const WAYS = { pix: Pix, boleto: BoletoOrWait, card: Card }

/** How a payment is paid now. */
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

/** Nothing is charged: the sandbox gateway's own page plays the bank. */
const TestBank = ({ link }: { link: string }) => (
  <div className={classes.test} role="note">
    <p>
      <strong>Ambiente de testes:</strong> nenhum valor real é cobrado, e nenhum banco conhece este código.
    </p>
    <Button component="a" href={link} target="_blank" rel="noreferrer" variant="default">
      Abrir o banco de testes
    </Button>
  </div>
)

function Pix({ payment }: { payment: PaymentPage }) {
  const { pix } = payment
  if (!pix) return <NoCode payment={payment} />
  return (
    <div className={classes.pix}>
      <QrCode text={pix.code} label="QR Code do Pix" className={classes.qr} />
      <div className={classes.stack}>
        <CopyField
          label="Pix copia e cola"
          text={pix.code}
          action="Copiar código Pix"
          done="Código Pix copiado. Cole no aplicativo do seu banco."
        />
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

/** The gateway has not said yet how the payment is paid. */
function NoCode({ payment: { hosted_link: link, type } }: { payment: PaymentPage }) {
  return (
    <div className={classes.stack} aria-busy>
      {type === 0 ? <Skeleton className={classes.qr} /> : <Skeleton height={96} />}
      <p className={classes.note} role="status">
        {type === 0 ? 'O código Pix' : 'O boleto'} aparece aqui em instantes. Se demorar, pague pela página do
        banco.
      </p>
      {link && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={20} aria-hidden />}
        >
          Abrir a página do banco
        </Button>
      )}
    </div>
  )
}
