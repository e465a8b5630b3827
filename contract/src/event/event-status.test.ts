import { expect, test } from 'vitest'
import { eventStatusLabel } from './event-status.ts'

test('reads the event statuses', () => {
  expect([0, 1, 2, 3, 9].map(eventStatusLabel)).toEqual([
    'Inativo',
    'Ativo',
    'Expirado',
    'Cancelado',
    'Desconhecido',
  ])
})
