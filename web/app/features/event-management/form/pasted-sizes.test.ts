import { expect, test } from 'vitest'
import { pastedSizes } from './pasted-sizes.ts'

test.each([
  ['P\t50\nM\t80\r\nG\t1.200\n', ['P=50', 'M=80', 'G=1200']],
  ['P 50, M 80; G: 10', ['P=50', 'M=80', 'G=10']],
  ['Baby look M - 20', ['Baby look M=20']],
  ['P\nM', ['P=', 'M=']],
  ['Infantil 10\t5', ['Infantil 10=5']],
])('%j', (text, sizes) =>
  expect(pastedSizes(text)?.map(({ size, quantity }) => `${size}=${quantity}`)).toEqual(sizes),
)

test('an empty text has no sizes', () => expect(pastedSizes(' \n ')).toBeNull())
