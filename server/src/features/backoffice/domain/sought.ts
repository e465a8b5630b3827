import { personPatterns } from './search.ts'

/** What somebody looks for in messages, jobs or the audit log. */
export type Sought =
  | { kind: 'number'; number: number }
  | { kind: 'charge'; chargeId: string }
  | { kind: 'person'; patterns: readonly string[] }

/**
 * A number of up to ten digits is that of a registration or of another record, `cob_…` or `pay_…` a charge of the gateway; the rest are words of a
 * person: name, e-mail or CPF. Null when nothing was typed.
 */
export function readSought(typed: string | undefined): Sought | null {
  const text = typed?.trim() ?? ''
  if (text === '') return null
  if (/^\d{1,10}$/.test(text)) return { kind: 'number', number: Number(text) }
  if (/^[a-z]+_[\w-]+$/i.test(text)) return { kind: 'charge', chargeId: text }
  return { kind: 'person', patterns: personPatterns(text) }
}
