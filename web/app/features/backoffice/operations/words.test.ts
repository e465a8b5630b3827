import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SECURITY_ACTIONS } from '#contract/account/security-events.ts'
import { FIELD_WORDS } from '#contract/audit-words.ts'
import { EVENT_ACTION_WORDS } from '#web/features/event-management/event-actions.ts'
import { REGISTRATION_ACTION_WORDS } from '#web/features/registration/action-words.ts'
import { ACTION_WORDS, ENTITY_WORDS } from './audit-words.ts'
import { messageWords } from './message-words.ts'
import { taskWords } from './task-words.ts'

// Names that the server stores and a screen shows later need a text: actions, records and fields of the audit
// log, messages of gateways and jobs. The test finds the names in the server's sources and fails for a name
// without a text.

const SERVER = join(import.meta.dirname, '../../../../../server')
const sources = globSync(['src/**/*.ts', 'db/functions/*.sql'], { cwd: SERVER })
  // Names of domain events look like actions, but nothing shows them.
  .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('outbox/domain-events.ts'))
  .map((path) => ({ path, text: readFileSync(join(SERVER, path), 'utf8') }))
const found = (pattern: RegExp, within = sources): string[] => [
  ...new Set(within.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, one = '']) => one))),
]

const ENTITIES = Object.keys(ENTITY_WORDS).join('|')
/** Entries of a registration's history that do not come from the audit log. */
const PANEL_ONLY = {
  'registration.created': 0,
  'registration.confirmed': 0,
  'registration.ended': 0,
  'refund.requested': 0,
}
const SUBJECTS = `${ENTITIES}|cancellation|fees|refund_choice|refund_settings|installment_rates|payout_\\w+`

const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'job.${change}': ['job.retried', 'job.discarded'],
  'refund.${audited}': [
    'refund.approved',
    'refund.refused',
    'refund.retried',
    'refund.completed',
    'refund.key_asked',
  ],
  '${entity}.access_reset': ['user.access_reset', 'organizer.access_reset', 'producer.access_reset'],
  'payout.${to}': ['payout.approved', 'payout.paid', 'payout.refused', 'payout.cancelled'],
  'registration.${reason}': ['registration.guardian_refused', 'registration.guardian_missing'],
  // The parameter's type in the signature; the callers' names are found separately.
  'user.${string}': [],
}

test('every action of the audit log has a text, also in the history of an event or a registration', () => {
  const actions = found(
    new RegExp(
      `['"\`]((?:${SUBJECTS})\\.[a-z_]+(?:ed|made|disowned|into|undone|sent|read|paid|by_link|by_admin|reset))['"\`]`,
      'g',
    ),
  )
  expect(actions.length).toBeGreaterThan(60)
  expect(
    actions.filter(
      (action) =>
        !(action in ACTION_WORDS) && !(action in PANEL_ONLY) && !SECURITY_ACTIONS.includes(action as never),
    ),
  ).toEqual([])
  const shown: object = { ...EVENT_ACTION_WORDS, ...REGISTRATION_ACTION_WORDS }
  expect(actions.filter((action) => /^(event|registration)\./.test(action) && !(action in shown))).toEqual([])
  // Names composed from parts are not found above, so their parts are listed in COMPOSED.
  const composed = found(/(?:\baction: |auditUser\(tx, )`([^`]+)`/g)
  expect(composed.sort()).toEqual(Object.keys(COMPOSED).sort())
  expect(
    Object.values(COMPOSED)
      .flat()
      .filter((action) => !(action in ACTION_WORDS)),
  ).toEqual([])
})

test('every kind of record of the audit log has a text', () => {
  // Without an `entity`, `audit` takes the first part of the action.
  const byAction = found(/\baudit\(tx, \{[^{}]*?\baction: [^'`\n]*['`]([a-z_]+)\.[^\n]*\n(?! *entity:)/g)
  const entities = [...byAction, ...found(/\bentity: '([a-z_]+)'/g)]
  expect(entities.length).toBeGreaterThan(8)
  expect(entities.filter((entity) => !(entity in ENTITY_WORDS))).toEqual([])
})

test('every field of the audit log has a text', () => {
  const audited = sources.filter(({ text }) => /\baudit(User)?\(/.test(text))
  const fields = found(/\b(?:before|after): \{([^{}]*)\}/g, audited)
    .flatMap((body) => body.split(','))
    .map((entry) => /^\s*([a-z_]+)\s*(?::|$)/.exec(entry)?.[1] ?? '')
    .filter(Boolean)
  expect(fields.length).toBeGreaterThan(20)
  expect([...new Set(fields)].filter((field) => !(field in FIELD_WORDS))).toEqual([])
})

test('every message of a gateway has a text', () => {
  const gateways = sources.filter(({ path }) => path.includes('payment/gateways'))
  const kinds = [
    ...found(/event === '((?:CHARGE|PAYMENT)_[A-Z_]+)'/g, gateways),
    // Asaas' statuses, after which its events are named, and the sandbox gateway's own names.
    ...found(/^ {2}([A-Z_]{5,}): \w+,$/gm, gateways),
    ...found(/^ {2}'([A-Z_]{5,})',$/gm, gateways),
    ...found(/sendMessage\([^)]*'([A-Za-z_]+)'/g, gateways),
  ]
  expect(kinds.length).toBeGreaterThan(15)
  for (const kind of [...kinds, 'CHARGE_RECEIVED', 'PAYMENT_RECEIVED', 'unreadable'])
    expect(messageWords(kind), kind).not.toBe('Notícia de um pagamento')
  expect(messageWords('PAYMENT_SOMETHING_NEW')).toBe('Notícia de um pagamento')
})

test('every job has a text', () => {
  const jobs = [
    ...found(/define(?:MailJob|MoneyJob|Job|Notice|Invitation)\(\s*'([a-z-]+)'/g),
    ...found(/name: '([a-z-]+)',\s*payload:/g),
  ]
  expect(jobs.length).toBeGreaterThan(40)
  expect(jobs.filter((job) => taskWords(job) === 'Tarefa da plataforma')).toEqual([])
})
