import type { IsoDate } from '#contract/dates.ts'
import type { PublicProduct } from '#contract/event/event.ts'
import { formatCents } from '#contract/money.ts'
import { plural } from '#contract/words.ts'
import { daysUntil, inDays } from './date-words.ts'
import { nextKitTotal } from './kit-price.ts'

/**
 * The current price tier of a kit in one line: `1º lote · vira em 3 dias ou 42 inscrições · depois
 * R$ 149,90`. Null for a kit without tiers. `today` is the day at the race.
 */
export function tierWords(kit: PublicProduct, today: IsoDate): string | null {
  if (!kit.tier) return null
  const next = nextKitTotal(kit)
  const after = next === null ? null : `depois ${next === 0 ? 'gratuito' : formatCents(next)}`
  return [kit.tier.name, endWords(kit.tier, today), after].filter((words) => words !== null).join(' · ')
}

type Tier = NonNullable<PublicProduct['tier']>

function endWords({ ends_on, remaining }: Tier, today: IsoDate): string | null {
  const days = daysUntil(ends_on, today)
  const units = remaining === null || remaining <= 0 ? null : remaining
  if (days === null) {
    if (units === null) return null
    return `${units === 1 ? 'resta' : 'restam'} ${plural(units, 'inscrição', 'inscrições')} neste lote`
  }
  const when = `vira ${inDays(days)}`
  if (units === null) return when
  return `${when} ou ${days > 1 ? '' : 'em '}${plural(units, 'inscrição', 'inscrições')}`
}
