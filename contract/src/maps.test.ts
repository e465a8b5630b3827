import { expect, test } from 'vitest'
import { mapSearchUrl } from './maps.ts'

test('a place in words is a search', () => {
  expect(mapSearchUrl('Loja Corre & Cia, Rua A, 1')).toBe(
    'https://www.google.com/maps/search/?api=1&query=Loja%20Corre%20%26%20Cia%2C%20Rua%20A%2C%201',
  )
})
