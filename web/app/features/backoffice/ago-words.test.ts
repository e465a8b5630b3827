import { expect, test } from 'vitest'
import { agoWords } from './ago-words.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T12:00:30Z', 'agora há pouco'],
  ['2026-11-20T11:59:30Z', 'agora há pouco'],
  ['2026-11-20T11:57:00Z', 'há 3 minutos'],
  ['2026-11-20T11:59:00Z', 'há 1 minuto'],
  ['2026-11-20T07:00:00Z', 'há 5 horas'],
  ['2026-11-19T11:00:00Z', 'ontem'],
  ['2026-11-18T11:00:00Z', 'anteontem'],
  ['2026-11-15T11:00:00Z', 'há 5 dias'],
])('%s', (instant, words) => {
  expect(agoWords(instant, NOW)).toBe(words)
})
