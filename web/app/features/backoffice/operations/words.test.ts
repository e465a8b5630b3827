import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIELD_WORDS } from '#contract/audit-words.ts'
import { SECURITY_ACTIONS } from '#contract/security-events.ts'
import { EVENT_ACTION_WORDS } from '../../event/manage/event-actions.ts'
import { REGISTRATION_ACTION_WORDS } from '../../participants/action-words.ts'
import { ACTION_WORDS, ENTITY_WORDS } from './audit-words.ts'
import { messageWords } from './message-words.ts'
import { taskWords } from './task-words.ts'

// What the server writes for people to read later has words: every action, record and field of the audit log, every message of a gateway
// and every job, found in its sources. What is added there without words fails here.

const SERVER = join(import.meta.dirname, '../../../../../server')
const sources = globSync(['src/**/*.ts', 'db/functions/*.sql'], { cwd: SERVER })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(SERVER, path), 'utf8') }))
const found = (pattern: RegExp, within = sources): string[] => [
  ...new Set(within.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, one = '']) => one))),
]

const ENTITIES = Object.keys(ENTITY_WORDS).join('|')
/** Moments that only the panel of a registration shows. */
const PANEL_ONLY = { 'registration.created': 0, 'registration.confirmed': 0, 'registration.ended': 0 }
const SUBJECTS = `${ENTITIES}|cancellation|fees|refund_choice|refund_settings|installment_rates|payout_\\w+`

const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'job.${change}': ['job.retried', 'job.discarded'],
  'refund.${AUDITED[action]}': ['refund.approved', 'refund.refused', 'refund.retried', 'refund.completed'],
  '${entity}.access_reset': ['user.access_reset', 'organizer.access_reset', 'producer.access_reset'],
  'payout.${to}': ['payout.approved', 'payout.paid', 'payout.refused', 'payout.cancelled'],
  // The type of its callers' names.
  'user.${string}': [],
}

test('every action of the audit log has words, also where an event or a registration shows it', () => {
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
  // Names put together from parts are not found above: each has its parts here.
  const composed = found(/(?:action: |auditUser\(tx, )`([^`]+)`/g)
  expect(composed.sort()).toEqual(Object.keys(COMPOSED).sort())
  expect(
    Object.values(COMPOSED)
      .flat()
      .filter((action) => !(action in ACTION_WORDS)),
  ).toEqual([])
})

test('every kind of record of the audit log has words', () => {
  const entities = found(/\bentity: '([a-z_]+)'/g)
  expect(entities.length).toBeGreaterThan(8)
  expect(entities.filter((entity) => !(entity in ENTITY_WORDS))).toEqual([])
})

test('every field of the audit log has words', () => {
  const audited = sources.filter(({ text }) => /\baudit(User)?\(/.test(text))
  const fields = found(/\b(?:before|after): \{([^{}]*)\}/g, audited)
    .flatMap((body) => body.split(','))
    .map((entry) => /^\s*([a-z_]+)\s*(?::|$)/.exec(entry)?.[1] ?? '')
    .filter(Boolean)
  expect(fields.length).toBeGreaterThan(20)
  expect([...new Set(fields)].filter((field) => !(field in FIELD_WORDS))).toEqual([])
})

test('every message of a gateway has words', () => {
  const gateways = sources.filter(({ path }) => path.includes('payment/gateways'))
  const kinds = [
    ...found(/event === '((?:CHARGE|PAYMENT)_[A-Z_]+)'/g, gateways),
    // Asaas' statuses, which its events are named after, and what the sandbox gateway calls its own.
    ...found(/^ {2}([A-Z_]{5,}): \w+,$/gm, gateways),
    ...found(/^ {2}'([A-Z_]{5,})',$/gm, gateways),
    ...found(/sendMessage\([^)]*'([A-Za-z_]+)'/g, gateways),
  ]
  expect(kinds.length).toBeGreaterThan(15)
  for (const kind of [...kinds, 'CHARGE_RECEIVED', 'PAYMENT_RECEIVED', 'unreadable'])
    expect(messageWords(kind), kind).not.toBe('Notícia de um pagamento')
  expect(messageWords('PAYMENT_SOMETHING_NEW')).toBe('Notícia de um pagamento')
})

test('every job has words', () => {
  const jobs = [
    ...found(/define(?:Mail|Money)?Job\(\s*'([a-z-]+)'/g),
    ...found(/name: '([a-z-]+)',\s*payload:/g),
  ]
  expect(jobs.length).toBeGreaterThan(40)
  expect(jobs.filter((job) => taskWords(job) === 'Tarefa da plataforma')).toEqual([])
})
