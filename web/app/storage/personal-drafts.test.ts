import { expect, test } from 'vitest'
import { forgetDrafts, forgetOldDrafts } from './personal-drafts.ts'

const HOUR = 3_600_000

function storage(kept: Record<string, string>) {
  const items = new Map(Object.entries(kept))
  return {
    items,
    keys: () => [...items.keys()],
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
  }
}
const draft = (savedAt: unknown) => JSON.stringify({ savedAt, draft: { others: [{ cpf: '1' }] } })

test('deletes drafts that have expired or have no valid time', () => {
  const tab = storage({
    'registration-draft:nova': draft(HOUR),
    'registration-draft:velha': draft(0),
    'registration-draft:sem-idade': draft(undefined),
    'registration-draft:do-futuro': draft(99 * HOUR),
    'registration-draft:cortada': draft(HOUR).slice(0, 9),
    'account-registration': JSON.stringify({ cpf: '1' }),
    'something-else': 'x',
  })
  forgetOldDrafts(tab, 12.5 * HOUR)
  expect([...tab.items.keys()]).toEqual(['registration-draft:nova', 'something-else'])
})

test('signing out deletes all drafts', () => {
  const tab = storage({
    'registration-draft:a': draft(HOUR),
    'account-registration': draft(HOUR),
    'something-else': 'x',
  })
  forgetDrafts(tab)
  expect([...tab.items.keys()]).toEqual(['something-else'])
})
