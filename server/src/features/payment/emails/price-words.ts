import { formatCents } from '#contract/money.ts'
import type { StoredLine } from '#server/features/registration/domain/price-lines.ts'
import { html } from '#server/lib/mail/html.ts'

/** A price line by line, for a cell of a table. */
export const priceWords = (lines: readonly StoredLine[]) =>
  html`<small>${lines.map(({ label, amount_cents }, i) => html`${i > 0 && html`<br>`}${label}: ${formatCents(amount_cents)}`)}</small>`
