import { type Cents, formatCents } from '#contract/money.ts'
import { plural } from '#contract/words.ts'

/** Money of a registration that may still go back to its payer. */
export interface OpenMoney {
  /** The registration's. */
  id: number
  /** The event's. */
  title: string
  state: keyof typeof STATES
  cents: Cents
}

const STATES = {
  requested: (amount: string) => `a devolução de ${amount} espera aprovação`,
  bank_data: (amount: string) =>
    `a devolução de ${amount} espera os dados bancários, pedidos em Meus Eventos`,
  pix_key: (amount: string) => `a devolução de ${amount} espera a chave Pix, pedida em Meus Eventos`,
  sent: (amount: string) => `a devolução de ${amount} está a caminho`,
  needs_person: (amount: string) => `a devolução de ${amount} está com a nossa equipe`,
  choice: (amount: string) => `falta escolher, em Meus Eventos, o que fazer com ${amount}`,
  disputed: (amount: string) => `o pagamento de ${amount} está em contestação no banco`,
}

const MOST = 3

/** Says what is open and what to do. */
export function openMoneyWords(open: readonly OpenMoney[]): string {
  const told = open
    .slice(0, MOST)
    .map(({ id, title, state, cents }) => `${STATES[state](formatCents(cents))} (inscrição ${id}, ${title})`)
  const more = open.length - told.length
  if (more > 0) told.push(`e mais ${plural(more, 'valor', 'valores')}`)
  return `Ainda há dinheiro a resolver: ${told.join('; ')}. Os dados podem ser apagados quando isso terminar: sem eles, não saberíamos a quem devolver.`
}
