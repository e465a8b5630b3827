import { expect, test } from 'vitest'
import { waitWords } from './wait.ts'

test.each([
  [0, 60, 'Abrindo a inscrição…'],
  [5, 0, 'Calculando a espera…'],
  [59, 60, 'Espera de menos de um minuto'],
  [61, 60, 'Espera de cerca de 2 minutos'],
  [60 * 59, 60, 'Espera de cerca de 59 minutos'],
  [60 * 60, 60, 'Espera de cerca de 1 h'],
  [60 * 61, 60, 'Espera de cerca de 1 h 10 min'],
  [60 * 115, 60, 'Espera de cerca de 2 h'],
])('%i people ahead at %i a minute: %s', (ahead, perMinute, words) => {
  expect(waitWords(ahead, perMinute)).toBe(words)
})
