import { describe, expect, test } from 'vitest'
import { blankCategory, blankEvent, blankModality, blankProduct, type EventForm } from './event-form.ts'
import { missingFieldWords } from './field-words.ts'
import { missingOf } from './missing.ts'

const category = (category_id: number, category_name: string) => ({
  ...blankCategory(),
  category_id,
  category_name,
})
const withCategories = (names: readonly string[]): EventForm => ({
  ...blankEvent(),
  title: 'Noturna',
  modalities: [
    {
      ...blankModality(),
      modality_name: '5 km',
      categories: names.map((name, i) => category(i + 1, name)),
    },
  ],
  products: [{ ...blankProduct(['1']), name: 'Kit', value: '0.00' }],
})
const wordsOf = (form: EventForm) => missingOf(form).map((problem) => missingFieldWords(form, problem))

describe('what an event lacks before it opens', () => {
  test('a title alone lacks everything else, by the names of the fields', () => {
    const words = wordsOf({ ...blankEvent(), title: 'Noturna' })
    for (const one of [
      'Adicione uma modalidade ativa.',
      'Data do evento',
      'Imagem de capa',
      'E-mail de contato',
    ])
      expect(words).toContain(one)
    expect(words).not.toContain('Título')
  })

  test('the title too; a kit without a price lacks the price, and a price may be too low', () => {
    const form = withCategories(['Geral'])
    const priced = (value: string) =>
      wordsOf({ ...form, title: ' ', products: [{ ...blankProduct([]), name: 'Kit', value }] })
    expect(priced('')).toEqual(expect.arrayContaining(['Título', 'Produto "Kit", Valor']))
    const tooLow = /menor pagamento/
    expect(priced('').filter((one) => tooLow.test(one))).toEqual([])
    expect(priced('3.00').filter((one) => tooLow.test(one))).toHaveLength(1)
    expect(priced('')).toContain('Ative uma forma de pagamento.')
  })

  test('names the categories without a product', () => {
    expect(wordsOf(withCategories(['Geral', '60+', '']))).toEqual(
      expect.arrayContaining([
        'Categoria "60+" (5 km) sem produto',
        'Categoria "sem nome" (5 km) sem produto',
      ]),
    )
    const many = wordsOf(withCategories(Array.from({ length: 12 }, (_, i) => `C${i}`)))
    expect(many.filter((one) => one.startsWith('Categoria'))).toHaveLength(5)
    expect(many).toContain('Outras 6 categorias sem produto')
  })
})
