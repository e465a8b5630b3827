import type { Cents } from '#contract/money.ts'
import type { ChangeDowngrade } from '#contract/pricing/change-downgrade.ts'
import { withLines } from '#server/features/checkout/domain/plan-edit.ts'
import type { StoredLine } from '#server/features/registration/domain/price-lines.ts'

export interface ChangeTerms {
  downgrade: ChangeDowngrade
  feeCents: Cents
}

type Price = { total_cents: Cents; price_lines: StoredLine[] }

/**
 * A new price with the organizer's fee and, if so set, the part of the old price that is not returned. That is a
 * line of its own, so a later change to a dearer kit is paid with it.
 */
export function changedPrice<P extends Price>(
  price: P,
  current: Pick<Price, 'total_cents'>,
  { downgrade, feeCents }: ChangeTerms,
): { columns: P; toPayCents: Cents; toRefundCents: Cents; keptCents: Cents; creditCents: Cents } {
  const withFee = withLines(price, line('change', 'Taxa de alteração', feeCents))
  const excess = Math.max(0, current.total_cents - withFee.total_cents)
  const keptCents = downgrade === 'keep' ? excess : 0
  const creditCents = downgrade === 'credit' ? excess : 0
  return {
    columns: withLines(withFee, [
      ...line('kept', 'Diferença não devolvida', keptCents),
      ...line('credit', 'Crédito para outra prova', creditCents),
    ]),
    toPayCents: Math.max(0, withFee.total_cents - current.total_cents),
    toRefundCents: excess - keptCents - creditCents,
    keptCents,
    creditCents,
  }
}

const line = (kind: StoredLine['kind'], label: string, cents: Cents): StoredLine[] =>
  cents === 0 ? [] : [{ kind, label, amount_cents: cents }]
