import { expect, test } from 'vitest'
import { changesOf, withRelease } from './changelog.ts'

const COMMITS = [
  {
    hash: 'a1',
    subject: 'feat(payment): send refunds in batches',
    body: 'Why.\n\nOperator-Action: set REFUNDS_AT\n  in the environment.',
  },
  { hash: 'b2', subject: 'fix: keep the lock', body: '' },
  { hash: 'c3', subject: 'refactor(web): move parts', body: 'Operator-Action: clear the CDN.' },
  { hash: 'd4', subject: 'feat(api)!: answer 409', body: '' },
  { hash: 'e5', subject: 'perf: read once', body: 'BREAKING CHANGE: needs PostgreSQL 16.' },
  { hash: 'f6', subject: 'Words of an earlier habit', body: '' },
]

test('groups commits, and lists what an operator has to do first', () => {
  const first = withRelease('', { version: '1.1.0', day: '2027-01-02', changes: changesOf(COMMITS) })
  expect(first).toBe(`# Changelog

## 1.1.0, 2027-01-02

### Operator actions

- set REFUNDS_AT in the environment.
- clear the CDN.

### Breaking changes

- **api**: answer 409 (d4)
- needs PostgreSQL 16. (e5)

### New

- **payment**: send refunds in batches (a1)
- **api**: answer 409 (d4)

### Fixed

- keep the lock (b2)

### Faster

- read once (e5)
`)
})

test('adds a release above the earlier ones', () => {
  const first = withRelease('', { version: '1.0.0', day: '2027-01-01', changes: changesOf([]) })
  const second = withRelease(first, { version: '1.0.1', day: '2027-01-02', changes: changesOf([]) })
  expect(second.match(/^#.*$/gm)).toEqual([
    '# Changelog',
    '## 1.0.1, 2027-01-02',
    '### Operator actions',
    '## 1.0.0, 2027-01-01',
    '### Operator actions',
  ])
  expect(second).toContain('None besides the upgrade itself.')
})
