import { expect, test } from 'vitest'
import { blocksOf } from './text-blocks.ts'

const shape = (text: string) =>
  blocksOf(text).map(({ kind, lines }) => [kind, ...lines.map((line) => line.text)])

test.each([
  ['one line', 'a', [['paragraph', 'a']]],
  ['lines stay lines', 'a\nb\r\nc', [['paragraph', 'a', 'b', 'c']]],
  [
    'an empty line parts paragraphs',
    'a\n \n\nb',
    [
      ['paragraph', 'a'],
      ['paragraph', 'b'],
    ],
  ],
  [
    'dashes and dots make a list',
    'a:\n- b\n• c\nd',
    [
      ['paragraph', 'a:'],
      ['list', 'b', 'c'],
      ['paragraph', 'd'],
    ],
  ],
  [
    'two lists apart',
    '- a\n\n- b',
    [
      ['list', 'a'],
      ['list', 'b'],
    ],
  ],
  ['a dash inside a line is none', 'Rio-Niterói', [['paragraph', 'Rio-Niterói']]],
  ['nothing', '\n\n', []],
])('%s', (_name, text, blocks) => {
  expect(shape(text)).toEqual(blocks)
})
