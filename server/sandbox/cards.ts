import { isValidCreditCard } from '@brazilian-utils/brazilian-utils/is-valid-credit-card'
import type { ChargeStatus } from './protocol.ts'

export interface TestCard {
  number: string
  outcome: ChargeStatus
  label: string
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4111111111111111', outcome: 'CONFIRMED', label: 'Aprova' },
  { number: '5555555555554444', outcome: 'CONFIRMED', label: 'Aprova' },
  { number: '4000000000000002', outcome: 'REFUSED', label: 'Recusa' },
  { number: '4000000000000259', outcome: 'IN_ANALYSIS', label: 'Fica em análise' },
]

export interface CardForm {
  number: string
  name: string
  expiry: string
  cvv: string
}
export type CardErrors = Partial<Record<keyof CardForm, string>>

export const groupedCardNumber = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Validates the card form. Only test card numbers are accepted, so that nobody enters a real card. */
export function readCard(form: CardForm, now: Date): { card: TestCard } | { errors: CardErrors } {
  const errors: CardErrors = {}
  const digits = form.number.replace(/\D/g, '')
  const card = TEST_CARDS.find(({ number }) => number === digits)
  if (!isValidCreditCard(digits)) errors.number = 'Número do cartão inválido'
  else if (!card) errors.number = 'Este não é um cartão de teste. Use um dos números da lista.'
  if (form.name.trim().length < 2) errors.name = 'Informe o nome impresso no cartão'
  const expiryError = checkExpiry(form.expiry, now)
  if (expiryError) errors.expiry = expiryError
  if (!/^\d{3,4}$/.test(form.cvv.trim())) errors.cvv = 'CVV inválido'
  return card && Object.keys(errors).length === 0 ? { card } : { errors }
}

function checkExpiry(text: string, now: Date): string | null {
  const match = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(text.trim())
  if (!match) return 'Validade inválida. Use MM/AA.'
  const [, month, year] = match
  // Valid to the end of its month.
  const end = Date.UTC(2000 + Number(year), Number(month), 1)
  return end > now.getTime() ? null : 'Cartão vencido'
}
