import { formatCpf } from '#contract/documents.ts'
import type { EditableRegistration } from '#contract/participants.ts'
import { isFreeValue, PAYMENT_TYPES } from '#contract/payment-status.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { PaymentStatus } from '../../registration/status.tsx'
import classes from './edit.module.css'

/** What the registration is now. */
export function CurrentDetails({ registration }: { registration: EditableRegistration }) {
  const { participant, category, products, payment, value, paid, credit, coupon } = registration
  const [product] = products
  const total = isFreeValue(value) ? 'Gratuito' : <Money value={value} />
  const status = payment && <PaymentStatus payment={payment} />
  const alreadyPaid = isFreeValue(paid) ? null : <Money value={paid} />
  const leftOver = isFreeValue(credit) ? null : <Money value={credit} />
  return (
    <section className={classes.panel} aria-labelledby="current-details">
      <h2 id="current-details">Detalhes Atuais</h2>
      <Facts
        facts={[
          ['Participante', participant.name],
          ['CPF', formatCpf(participant.cpf)],
          ['E-mail', participant.emailResponsible],
          ['Modalidade', category.modality],
          ['Categoria', category.name],
          ['Produto', product?.name],
          ['Tamanho da camisa', product?.shirt_size],
          ['Cupom', coupon],
          ['Valor', total],
          ['Forma de pagamento', payment ? PAYMENT_TYPES[payment.type] : null],
          ['Pagamento', status],
          ['Já pago', alreadyPaid],
          ['Crédito', leftOver],
        ]}
      />
    </section>
  )
}
