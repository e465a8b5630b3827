import { SECURITY_GROUPS, type SecurityGroup } from '#contract/security-events.ts'

/** What the log is narrowed by; empty is no filter. Kept in the history's entry and in no address: it may name a person. */
export interface SecurityFilters {
  group: SecurityGroup | ''
  account: string
  ip: string
  from: string
  to: string
}

const isGroup = (text: string): text is SecurityGroup => Object.hasOwn(SECURITY_GROUPS, text)

/** Out of a form, or of the state that a form left. */
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
    from: text('from'),
    to: text('to'),
  }
}

/** The same as the API takes it. */
export const securityBodyOf = ({ group, ...rest }: SecurityFilters) => ({ ...rest, ...(group && { group }) })
