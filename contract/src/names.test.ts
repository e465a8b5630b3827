import { expect, test } from 'vitest'
import { NAME_INVALID, NAME_WITH_ADDRESS, nameProblem } from './names.ts'

test.each([
  'Ana Souza',
  "Joana d'Arc",
  'José Antônio Muñoz Jr.',
  'Maria A.Souza',
  'Dr.João S.Paulo/SP',
  'Zé',
  '李小龙',
  'Volta 10.5 km - 2ª edição (20 anos) & Cia.',
  'Corrida 🏃‍♀️ das Serras',
  'Família Come.Corre',
  'Com. e Ind. Ltda.',
  '21k',
])('a name: %s', (name) => expect(nameProblem(name)).toBeNull())

test.each([
  ['http://golpe.example', NAME_WITH_ADDRESS],
  ['Ana https://x', NAME_WITH_ADDRESS],
  ['ftp://x', NAME_WITH_ADDRESS],
  ['Prêmio em www.golpe', NAME_WITH_ADDRESS],
  ['golpe.com.br', NAME_WITH_ADDRESS],
  ['Pague em GOLPE.COM, já', NAME_WITH_ADDRESS],
  ['veja bit.ly/abc', NAME_WITH_ADDRESS],
  ['promoção.net', NAME_WITH_ADDRESS],
  ['golpe\u200b.\u200bcom', NAME_WITH_ADDRESS],
  ['golpe．ｃｏｍ', NAME_WITH_ADDRESS],
  ['ana@golpe.com', NAME_WITH_ADDRESS],
])('rejected as an address: %j', (name, sentence) => expect(nameProblem(name)).toBe(sentence))

test.each([
  ['a line break', 'Ana\nSouza'],
  ['a tabulator', 'Ana\tSouza'],
  ['a bell', 'Ana\u0007'],
  ['a C1 control', 'Ana\u0085'],
  ['a NUL', 'Ana\u0000'],
  ['a line separator', 'Ana\u2028Souza'],
  ['an override of direction', 'Ana \u202eazuoS'],
  ['an isolate', 'Ana \u2066Souza\u2069'],
  ['a mark of direction', 'Ana\u200f'],
  ['half a surrogate pair', 'Ana\ud800'],
  ['a private character', 'Ana\ue000'],
  ['a tag character', 'Ana\u{e0041}'],
  ['a zero-width space alone', '\u200b'],
  ['a soft hyphen alone', '\u00ad\u00ad'],
  ['a Hangul filler alone', '\u3164'],
  ['a braille blank alone', '\u2800'],
  ['punctuation alone', '...'],
  ['a picture alone', '🏃'],
])('not a name: %s', (_, name) => expect(nameProblem(name)).toBe(NAME_INVALID))
