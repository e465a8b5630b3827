import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconCreditCard, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import classes from './payment.module.css'
import { planDetail, planWords } from './payment-view.ts'
import { useChangeMethod } from './use-change-method.ts'

const { refused, rejected } = PAYMENT_STATUS
const PROBLEMS: Readonly<Record<number, string>> = {
  [refused]: 'O cartão foi recusado pelo banco emissor. Confira os dados ou tente outro cartão.',
  [rejected]:
    'A compra não passou pela análise de segurança. Tente outro cartão ou outra forma de pagamento.',
}

interface CardProps {
  token: string
  payment: PaymentPage
}

/** The number of installments and a link to the gateway's page. Card numbers are only typed there. */
export function Card({ token, payment }: CardProps) {
  const { hosted_link: link, status_code: status, plans, installments } = payment
  const [count, setCount] = useState(installments)
  const change = useChangeMethod(token)
  const problem = PROBLEMS[status]
  const plan = plans.find((one) => one.count === count)
  return (
    <div className={classes.stack}>
      {problem && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {problem}
        </Alert>
      )}
      {plan && (
        <NativeSelect
          label="Parcelas"
          description={planDetail(plan)}
          inputWrapperOrder={['label', 'input', 'description']}
          size="md"
          value={count}
          disabled={change.isPending}
          onChange={(event) => setCount(Number(event.currentTarget.value))}
          data={plans.map((one) => ({ value: String(one.count), label: planWords(one) }))}
        />
      )}
      <p className={classes.note}>
        Os dados do cartão são digitados na página segura da empresa de pagamentos; a Largada não os vê nem
        guarda.
      </p>
      {plan && count !== installments ? (
        <Button
          size="lg"
          fullWidth
          rightSection={<IconArrowRight size={20} aria-hidden />}
          loading={change.isPending}
          onClick={() => change.mutate({ payment_type: PAYMENT_TYPE.card, installments: count })}
        >
          Continuar com {count === 1 ? `${formatDecimal(plan.total)} à vista` : `${count} parcelas`}
        </Button>
      ) : (
        link && (
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            size="lg"
            fullWidth
            leftSection={<IconCreditCard size={22} aria-hidden />}
            rightSection={<IconExternalLink size={20} aria-hidden />}
          >
            Pagar com cartão{installments > 1 && ` em ${installments}x`}
          </Button>
        )
      )}
    </div>
  )
}
