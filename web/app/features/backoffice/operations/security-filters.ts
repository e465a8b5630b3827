import { toIsoDate } from '#contract/dates.ts'
import { SECURITY_GROUPS, type SecurityGroup } from '#contract/security-events.ts'

/**
 * The filters of the security log; an empty value filters nothing. Kept in the history entry, not in the URL: they may name
 * a person.
 */
export interface SecurityFilters {
  group: SecurityGroup | ''
  account: string
  ip: string
  from: string
  to: string
}

const isGroup = (text: string): text is SecurityGroup => Object.hasOwn(SECURITY_GROUPS, text)

/** Reads the filters from a form or from the history entry that it left. */
export function readSecurityFilters(given: unknown): SecurityFilters {
  const fields = typeof given === 'object' && given !== null ? new Map(Object.entries(given)) : new Map()
  const text = (name: string) =>
    String(fields.get(name) ?? '')
      .trim()
      .slice(0, 120)
  const group = text('group')
  return {
    group: isGroup(group) ? group : '',
    account: text('account'),
    ip: text('ip'),
    from: toIsoDate(text('from')) ?? '',
    to: toIsoDate(text('to')) ?? '',
  }
}

/** The filters as the API takes them. */
export const securityBodyOf = ({ group, ...rest }: SecurityFilters) => ({ ...rest, ...(group && { group }) })
