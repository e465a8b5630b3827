import { personPatterns } from '#server/lib/text-search.ts'

export type RecordSearch =
  | { kind: 'number'; number: number }
  | { kind: 'charge'; chargeId: string }
  | { kind: 'person'; patterns: readonly string[] }

/** Up to ten digits are an id, `cob_…` or `pay_…` a charge, the rest a person's name, e-mail or CPF. */
export function parseSearch(typed: string | undefined): RecordSearch | null {
  const text = typed?.trim() ?? ''
  if (text === '') return null
  if (/^\d{1,10}$/.test(text)) return { kind: 'number', number: Number(text) }
  if (/^[a-z]+_[\w-]+$/i.test(text)) return { kind: 'charge', chargeId: text }
  return { kind: 'person', patterns: personPatterns(text) }
}
