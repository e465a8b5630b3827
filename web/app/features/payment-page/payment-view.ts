import { formatDecimal } from '#contract/money.ts'
import { isPaid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'

export type View =
  | 'preparing'
  | 'pix'
  | 'boleto'
  | 'card'
  | 'over'
  | 'overdue'
  | 'analysis'
  | 'paid'
  | 'paidCancelled'
  | 'duplicate'
  | 'refunded'
  | 'disputed'
  | 'replaced'
  | 'cancelled'
  | 'failed'
  | 'expired'

const BY_TYPE = ['pix', 'boleto', 'card'] as const

export function viewOf(payment: PaymentPage): View {
  const { status_code: status, items } = payment
  const isLost = items.every((item) => item.status === 'Cancelado')
  if (isPaid(status)) return payment.is_duplicate ? 'duplicate' : isLost ? 'paidCancelled' : 'paid'
  switch (status) {
    case PAYMENT_STATUS.refunded:
      return 'refunded'
    case PAYMENT_STATUS.reversed:
      return 'disputed'
    case PAYMENT_STATUS.awaiting:
      return 'analysis'
    case PAYMENT_STATUS.overdue:
      return 'overdue'
    case PAYMENT_STATUS.cancelled:
    case PAYMENT_STATUS.failed:
    case PAYMENT_STATUS.expired:
      if (payment.replaced_by.length > 0) return 'replaced'
      if (status === PAYMENT_STATUS.failed) return 'failed'
      if (status === PAYMENT_STATUS.expired) return 'expired'
      // If any registration is still active, a payment that this link does not show has replaced this one.
      return isLost ? 'cancelled' : 'replaced'
  }
  if (!payment.is_ready) return 'preparing'
  return payment.hosted_link === null ? 'over' : BY_TYPE[payment.type]
}

type Plan = PaymentPage['plans'][number]

/** Describes installments, for example as `3x de R$ 43,30 sem juros`. */
export function planWords({ count, each, interest, total }: Plan): string {
  if (count === 1) return `${formatDecimal(total)} à vista`
  const ways = `${count}x de ${formatDecimal(each)}`
  return interest === '0.00' ? `${ways} sem juros` : `${ways} · total ${formatDecimal(total)}`
}

/** The details that `planWords` leaves out. */
export function planDetail({ count, each, last, interest }: Plan): string | undefined {
  const details = [
    interest !== '0.00' && `${formatDecimal(interest)} de juros no total.`,
    count > 1 && last !== each && `A última parcela é de ${formatDecimal(last)}.`,
  ].filter(Boolean)
  return details.length > 0 ? details.join(' ') : undefined
}

/** Groups the 47 digits of a boleto: `00190.50095 40144.816069 06809.350314 3 37370000000100`. */
export const groupedLine = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Milliseconds until the next poll after `shownMs` in sight; false when nothing can change any more. */
export function pauseMs(payment: PaymentPage | undefined, shownMs: number): number | false {
  const view = payment && viewOf(payment)
  if (view === 'analysis' || view === 'overdue') return 30 * SECOND
  if (view === 'preparing' || lacksCode(payment)) return 2 * SECOND
  if (payment && view !== 'pix' && view !== 'boleto' && view !== 'card' && view !== 'over') return false
  if (shownMs < 2 * MINUTE) return 5 * SECOND
  return shownMs < 10 * MINUTE ? 15 * SECOND : 30 * SECOND
}

const lacksCode = (payment: PaymentPage | undefined): boolean =>
  payment !== undefined &&
  payment.hosted_link !== null &&
  payment.type !== PAYMENT_TYPE.card &&
  payment.pix === null &&
  payment.boleto === null

export interface Words {
  tone: 'good' | 'wait' | 'bad'
  title: string
  text: string
}

export const OUTCOMES: Readonly<Record<Exclude<View, 'pix' | 'boleto' | 'card'>, Words>> = {
  preparing: {
    tone: 'wait',
    title: 'Preparando o pagamento',
    text: 'A vaga está guardada. O pagamento aparece aqui sozinho em instantes; esta página pode ficar aberta.',
  },
  over: {
    tone: 'bad',
    title: 'O prazo deste pagamento terminou',
    text: 'Ele não pode mais ser pago por aqui. Se você pagou há pouco, espere: a confirmação aparece nesta página.',
  },
  overdue: {
    tone: 'wait',
    title: 'O pagamento venceu',
    text: 'Se você pagou até o vencimento, não pague de novo: a confirmação de um boleto leva até três dias úteis, e até lá a vaga fica guardada.',
  },
  analysis: {
    tone: 'wait',
    title: 'Pagamento em análise',
    text: 'A compra está sendo conferida. A vaga continua guardada, e não é preciso pagar de novo.',
  },
  paid: {
    tone: 'good',
    title: 'Pagamento confirmado',
    text: 'Inscrição garantida. A confirmação também foi para o e\u2011mail de quem fez a inscrição. Nos vemos na largada!',
  },
  paidCancelled: {
    tone: 'wait',
    title: 'Pago, mas a inscrição está cancelada',
    text: 'O pagamento foi recebido, e a inscrição não vale mais. O que for devolvido volta a quem pagou; quem fez a inscrição acompanha a devolução em Meus Eventos.',
  },
  duplicate: {
    tone: 'wait',
    title: 'Este pagamento se repetiu',
    text: 'A inscrição já estava paga. O valor deste pagamento será devolvido a quem pagou.',
  },
  refunded: {
    tone: 'wait',
    title: 'Pagamento reembolsado',
    text: 'O valor foi devolvido a quem pagou. No cartão, ele aparece em até duas faturas.',
  },
  disputed: {
    tone: 'bad',
    title: 'Pagamento contestado',
    text: 'A compra foi contestada no banco ou no cartão, e a contestação está sendo analisada.',
  },
  replaced: {
    tone: 'wait',
    title: 'Outro pagamento tomou o lugar deste',
    text: 'Este não vale mais. O pagamento que vale está em Meus Eventos, na conta de quem fez a inscrição.',
  },
  cancelled: {
    tone: 'bad',
    title: 'Inscrição cancelada',
    text: 'Nada mais será cobrado por este pagamento. Se ainda houver vagas, é só fazer a inscrição de novo.',
  },
  failed: {
    tone: 'bad',
    title: 'Não foi possível gerar este pagamento',
    text: 'A vaga continua guardada por enquanto. Escolha outra forma de pagar ou tente de novo.',
  },
  expired: {
    tone: 'bad',
    title: 'O prazo deste pagamento terminou',
    text: 'Ele não foi pago a tempo, e a vaga voltou a ficar disponível. Se ainda houver vagas, é só fazer a inscrição de novo.',
  },
}
