import { expect, test } from 'vitest'
import { SECURITY_ACTIONS } from '#contract/account/security-events.ts'
import { detailWords, eventWords } from './security-words.ts'

test('every kind of event has a text', () => {
  for (const action of SECURITY_ACTIONS) expect(eventWords(action)).not.toBe(action)
  expect(eventWords('login.failed')).toBe('Tentativa de entrada recusada')
})

test.each([
  ['login.failed', { reason: 'wrong password' }, 'senha errada'],
  ['access.refused', { status: 403, route: 'GET /api/v1/admin/jobs' }, '403 em GET /api/v1/admin/jobs'],
  ['limit.met', { limit: 'login' }, 'limite: login'],
  ['limit.met', { scattered: true }, 'limite: vários'],
  ['user.blocked', {}, ''],
])('%s %o → %s', (kind, detail, words) => {
  expect(detailWords({ kind, detail })).toBe(words)
})
