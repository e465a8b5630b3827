import { expect, test } from 'vitest'
import { csvMoney, csvText } from './csv.ts'

test.each<[cell: string | number | null, written: string]>([
  ['Corrida da Sé', 'Corrida da Sé'],
  [12, '12'],
  [-12, '-12'],
  [null, ''],
  ['a;b', '"a;b"'],
  ['diz "já"', '"diz ""já"""'],
  ['duas\r\n linhas', 'duas linhas'],
  ['=1+1', "'=1+1"],
  ['+55', "'+55"],
  ['@soma', "'@soma"],
  ['-cmd', "'-cmd"],
  ['＝1+1', "'＝1+1"],
  ['＋55', "'＋55"],
  ['－1', "'－1"],
  ['＠soma', "'＠soma"],
  ['1＝1', '1＝1'],
  ['=a;"b"', '"\'=a;""b"""'],
  [csvMoney('-129.90'), '-129,90'],
])('%j is written %j', (cell, written) => {
  expect(csvText([['antes', cell, 'depois']])).toBe(`\uFEFFantes;${written};depois\r\n`)
})
