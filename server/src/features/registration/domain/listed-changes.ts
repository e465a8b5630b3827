import { toDecimal } from '#contract/money.ts'
import type { RegistrationChange } from '#contract/registration/change.ts'
import type { ListedChange } from '../changes/queries.ts'
import { presentLines } from './price-lines.ts'

/** The change that waits for its payment, and those made. */
export function presentChanges(listed: readonly ListedChange[]): {
  pending_change: RegistrationChange | null
  changes: RegistrationChange[]
} {
  const open = listed.find(({ state }) => state === 'open')
  return {
    pending_change: open ? present(open) : null,
    changes: listed.filter(({ state }) => state === 'applied').map(present),
  }
}

const present = ({ state: _, at, total_cents, price_lines, ...names }: ListedChange): RegistrationChange => ({
  ...names,
  at: new Date(at).toISOString(),
  value: toDecimal(total_cents),
  price_lines: presentLines(price_lines),
})
