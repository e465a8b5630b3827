import { formatBasisPoints, formatCents, percentOf, toCents } from '#contract/money.ts'
import { feeRange } from './fee-range.ts'
import { type Fees, type FeeValues, policyOf } from './fee-values.ts'

export interface FeeText {
  name: keyof FeeValues
  label: string
  mask: 'money' | 'percent'
  help: string
  /** The effect of the typed amount, in words. */
  example: (values: FeeValues) => string
}

/** The enterprise's limit on a field in words; null without a limit. */
export function boundWords({ name, mask }: FeeText, bounds: Fees): string | null {
  const bound = toCents(bounds[name] ?? '')
  if (bound === null) return null
  if (mask === 'money') return bound > 0 ? `Mínimo da empresa: ${formatCents(bound)}.` : null
  return bound < 10_000 ? `Máximo da empresa: ${formatBasisPoints(bound)}.` : null
}

const RUNNERS = 200
const KIT_CENTS = 12_990
const CHEAP_KIT_CENTS = 3000
const CHEAP_RATE = 500

const centsOf = (amount: string) => toCents(amount) ?? 0

export const FEES: readonly FeeText[] = [
  {
    name: 'min_fee_free',
    label: 'Taxa mínima gratuita',
    mask: 'money',
    help: 'O mínimo que a plataforma recebe por inscrição em um kit gratuito.',
    example: ({ min_fee_free }) => {
      const least = centsOf(min_fee_free)
      return least === 0
        ? 'Kits gratuitos podem sair sem taxa nenhuma.'
        : `Em ${RUNNERS} inscrições gratuitas, a taxa soma pelo menos ${formatCents(least * RUNNERS)}.`
    },
  },
  {
    name: 'setup_fee',
    label: 'Taxa de Setup',
    mask: 'money',
    help: 'Cobrada do organizador uma única vez por evento, qualquer que seja o número de inscritos.',
    example: ({ setup_fee }) => {
      const once = centsOf(setup_fee)
      return once === 0
        ? 'Cadastrar um evento não custa nada ao organizador.'
        : `Quem organiza três eventos paga três vezes: ${formatCents(once * 3)}.`
    },
  },
  {
    name: 'min_fee_paid',
    label: 'Taxa mínima paga',
    mask: 'money',
    help: 'A menor taxa de serviço de um kit pago, por mais barato que ele seja.',
    example: ({ min_fee_paid }) => {
      const least = centsOf(min_fee_paid)
      const fee = percentOf(CHEAP_KIT_CENTS, CHEAP_RATE)
      const words = `Um kit de ${formatCents(CHEAP_KIT_CENTS)} com taxa de ${formatBasisPoints(CHEAP_RATE)} renderia ${formatCents(fee)}`
      return fee < least
        ? `${words}: é pouco, o evento só é salvo com pelo menos ${formatCents(least)}.`
        : `${words}: está dentro do mínimo.`
    },
  },
  {
    name: 'max_fee_percentage',
    label: 'Percentual da taxa máxima',
    mask: 'percent',
    help: 'A maior parte do valor de um kit pago que a taxa de serviço pode tomar, de 0 a 100%.',
    example: (values) => {
      const { most } = feeRange(KIT_CENTS, policyOf(values))
      return `Num kit de ${formatCents(KIT_CENTS)}, a taxa vai até ${formatCents(most ?? 0)}.`
    },
  },
]
