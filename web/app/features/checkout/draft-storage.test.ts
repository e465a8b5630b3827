import { expect, test } from 'vitest'
import { type Draft, EMPTY_DRAFT } from './draft.ts'
import { forgetDraft, readDraft, writeDraft } from './draft-storage.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const place = { user: 3, slug: 'corrida-das-serras' }
const draft: Draft = { ...EMPTY_DRAFT, step: 2, answers: { 31: true } }
const HOUR = 3_600_000

test('a draft is read as it was written, until it is forgotten', () => {
  const tab = storage()
  writeDraft(tab, place, draft, 0)
  expect(readDraft(tab, place, HOUR)).toEqual(draft)
  expect(readDraft(tab, { ...place, slug: 'outra' }, HOUR)).toEqual(EMPTY_DRAFT)
  forgetDraft(tab, place)
  expect(readDraft(tab, place, HOUR)).toEqual(EMPTY_DRAFT)
})

test.each([
  ['is too old', place, 13 * HOUR, (text: string) => text],
  ['is somebody else’s', { ...place, user: 4 }, 0, (text: string) => text],
  ['is cut off', place, 0, (text: string) => text.slice(0, 40)],
  ['is of another version', place, 0, (text: string) => text.replace('"version":1', '"version":0')],
  ['has another shape', place, 0, (text: string) => text.replace('"step":2', '"step":"2"')],
])('a draft that %s is discarded', (_, reader, now, damage) => {
  const tab = storage()
  writeDraft(tab, place, draft, 0)
  for (const [key, text] of tab.kept) tab.kept.set(key, damage(text))
  expect(readDraft(tab, reader, now)).toEqual(EMPTY_DRAFT)
  expect(tab.kept.size).toBe(0)
})

test('a full storage is no reason to stop', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => writeDraft(full, place, draft, 0)).not.toThrow()
})
