import { expect, test } from 'vitest'
import { type Draft, EMPTY_DRAFT } from './draft.ts'
import { readDraft, writeDraft } from './draft-storage.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    keys: () => [...kept.keys()],
  }
}

const mine = { user: 3, slug: 'corrida-das-serras' }
const draft: Draft = { ...EMPTY_DRAFT, step: 2, answers: { 31: true } }
const HOUR = 3_600_000

test('a draft is read as it was written, and only for its own event', () => {
  const tab = storage()
  writeDraft(mine, draft, tab, 0)
  expect(readDraft(mine, tab, HOUR)).toEqual(draft)
  expect(readDraft({ ...mine, slug: 'outra' }, tab, HOUR)).toBe(null)
})

test('a draft keeps a claim with the path of its proof', () => {
  const tab = storage()
  const [buyer] = draft.participants
  const claim = { id: 72, companion: false, version: 1, proof: { path: 'answers/1.pdf', name: 'laudo.pdf' } }
  writeDraft(mine, { ...draft, participants: [{ ...buyer, claim }] }, tab, 0)
  expect(readDraft(mine, tab, HOUR)?.participants[0].claim).toEqual(claim)
})

test('a draft stored before a field existed has it empty', () => {
  const tab = storage()
  writeDraft(mine, draft, tab, 0)
  for (const [key, text] of tab.kept)
    tab.kept.set(key, text.replace('"phone":"",', '').replace(',"claim":null', ''))
  expect([...tab.kept.values()].join()).not.toContain('"phone"')
  expect(readDraft(mine, tab, HOUR)).toEqual(draft)
})

test.each([
  ['is too old', mine, 13 * HOUR, (text: string) => text],
  ['is somebody else’s', { ...mine, user: 4 }, 0, (text: string) => text],
  ['is cut off', mine, 0, (text: string) => text.slice(0, 40)],
  ['is of another version', mine, 0, (text: string) => text.replace('"version":2', '"version":0')],
  ['has another shape', mine, 0, (text: string) => text.replace('"step":2', '"step":"2"')],
])('a draft that %s is discarded', (_, reader, now, damage) => {
  const tab = storage()
  writeDraft(mine, draft, tab, 0)
  for (const [key, text] of tab.kept) tab.kept.set(key, damage(text))
  expect(readDraft(reader, tab, now)).toBe(null)
  expect(tab.kept.size).toBe(0)
})
