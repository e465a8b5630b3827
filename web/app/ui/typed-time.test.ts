import { expect, test } from 'vitest'
import { typedTime } from './typed-time.ts'

/** Types a text key by key. */
const typed = (text: string) => [...text].reduce((shown, key) => typedTime(shown + key), '')

test.each([
  ['7:30', '07:30'],
  ['7h30', '07:30'],
  ['730', '07:30'],
  ['0730', '07:30'],
  ['1:30', '01:30'],
  ['1830', '18:30'],
  ['18:30', '18:30'],
  ['18:305', '18:30'],
  ['07:30:00', '07:30'],
  ['2', '2'],
  ['9', '09'],
  ['abc', ''],
])('%s, pasted or typed key by key, is %s', (text, shown) => {
  expect(typedTime(text)).toBe(shown)
  expect(typed(text)).toBe(shown)
})

test.each([
  ['07:3', '07:3'],
  ['07:', '07:'],
  ['07', '07'],
  ['0', '0'],
])('deleting back to %s leaves it unchanged', (text, shown) => expect(typedTime(text)).toBe(shown))
