import { expect, test } from 'vitest'
import { changeWords } from './audit-words.ts'

test.each([
  [
    { min_fee_paid_cents: 250, max_fee_bp: 2000 },
    { min_fee_paid_cents: 300, max_fee_bp: 2000 },
    [{ field: 'Taxa mínima paga', before: 'R$\u00a02,50', after: 'R$\u00a03,00' }],
  ],
  [{ status: 0 }, { status: 2 }, [{ field: 'Situação', before: 'Pendente', after: 'Cancelado' }]],
  [null, { changed: ['zip', 'outro'] }, [{ field: 'Campos mudados', before: null, after: 'CEP, outro' }]],
  [{ outcome: 'duplicate' }, null, [{ field: 'O que foi feito', before: 'Pago duas vezes', after: null }]],
  [{ Título: 'A' }, { Título: 'B' }, [{ field: 'Título', before: 'A', after: 'B' }]],
  [{ promotions: true }, { promotions: false }, [{ field: 'Promoções', before: 'sim', after: 'não' }]],
  ['text', undefined, []],
])('%j → %j', (before, after, changes) => {
  expect(changeWords(before, after)).toEqual(changes)
})
