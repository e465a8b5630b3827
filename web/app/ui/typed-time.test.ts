import { expect, test } from 'vitest'
import { readTime } from './typed-time.ts'

test.each([
  ['7h30', '07:30'],
  ['7h', '07:00'],
  ['7 h', '07:00'],
  ['7', '07:00'],
  ['730', '07:30'],
  ['0730', '07:30'],
  ['7:30', '07:30'],
  ['7.30', '07:30'],
  ['7h30min', '07:30'],
  ['07:30:00', '07:30'],
  ['19h', '19:00'],
  ['19 horas', '19:00'],
  [' 1830 ', '18:30'],
  ['0h', '00:00'],
  ['07:', '07:00'],
])('%s is %s', (text, time) => expect(readTime(text)).toEqual({ time }))

test.each([
  ['7:5', 'Escreva os minutos com dois algarismos, como 07:05.'],
  ['25h', 'As horas vão de 0 a 23.'],
  ['2460', 'As horas vão de 0 a 23.'],
  ['7:75', 'Os minutos vão de 00 a 59.'],
  ['cedo', 'Escreva a hora como 7h30 ou 07:30.'],
  ['07:300', 'Escreva a hora como 7h30 ou 07:30.'],
])('%s is refused: %s', (text, problem) => expect(readTime(text)).toEqual({ problem }))
