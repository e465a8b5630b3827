import { expect, test } from 'vitest'
import { type DayAim, readDay } from './typed-day.ts'

/** A Friday. */
const TODAY = '2026-11-27'

test.each([
  ['2/5/27', '2027-05-02'],
  ['2/5/2027', '2027-05-02'],
  ['02-05-27', '2027-05-02'],
  ['02.05.2027', '2027-05-02'],
  ['2 5 27', '2027-05-02'],
  ['020527', '2027-05-02'],
  ['02052027', '2027-05-02'],
  ['2027-05-02', '2027-05-02'],
  ['2/5', '2027-05-02'],
  ['0205', '2027-05-02'],
  ['28/11', '2026-11-28'],
  ['27/11', '2026-11-27'],
  ['2 de maio', '2027-05-02'],
  [' 2  de Maio de 2028 ', '2028-05-02'],
  ['2 mai 28', '2028-05-02'],
  ['dia 1º de março', '2027-03-01'],
  ['1 de marco', '2027-03-01'],
  ['2/mai/27', '2027-05-02'],
  ['31 dez.', '2026-12-31'],
  ['29 de fevereiro', '2028-02-29'],
  ['hoje', '2026-11-27'],
  ['Hoje', '2026-11-27'],
  ['amanhã', '2026-11-28'],
  ['amanha', '2026-11-28'],
  ['depois de amanhã', '2026-11-29'],
  ['ontem', '2026-11-26'],
  ['sábado', '2026-11-28'],
  ['sab', '2026-11-28'],
  ['domingo', '2026-11-29'],
  ['segunda-feira', '2026-11-30'],
  ['quinta', '2026-12-03'],
  ['próxima sexta', '2026-12-04'],
  ['sexta que vem', '2026-12-04'],
])('%s is %s', (text, day) => expect(readDay(text, TODAY)).toEqual({ day }))

test.each<[DayAim, string, string]>([
  ['past', '2/5', '2026-05-02'],
  ['past', '28/11', '2025-11-28'],
  ['past', '2/5/27', '2027-05-02'],
  ['past', '2/5/26', '2026-05-02'],
  ['past', 'sábado', '2026-11-21'],
  ['past', 'sábado que vem', '2026-11-28'],
  ['past', '29/2', '2024-02-29'],
  ['birth', '2/5/85', '1985-05-02'],
  ['birth', '2/5/15', '2015-05-02'],
  ['birth', '2 de maio de 1985', '1985-05-02'],
])('with the aim %s, %s is %s', (aim, text, day) => expect(readDay(text, TODAY, aim)).toEqual({ day }))

test.each<[string, string, DayAim?]>([
  ['sexta', 'Hoje é sexta: escreva “hoje” ou 04/12/2026.'],
  ['sexta', 'Hoje é sexta: escreva “hoje” ou 20/11/2026.', 'past'],
  ['31/02/2031', 'Data inválida: fevereiro de 2031 tem 28 dias.'],
  ['31/4', 'Data inválida: abril de 2027 tem 30 dias.'],
  ['0/5', 'Data inválida: maio de 2027 tem 31 dias.'],
  ['12/25/2027', 'Data inválida: não existe o mês “25”. Escreva o dia antes do mês.'],
  ['13/14/27', 'Data inválida: não existe o mês “14”.'],
  ['2/0/27', 'Data inválida: não existe o mês “0”.'],
  ['2 de mayo', 'Data inválida: não existe o mês “mayo”.'],
  ['15', 'Escreva também o mês, como 15/12.'],
  ['2/5/85', 'Escreva o ano com quatro algarismos.'],
  ['2/5/1827', 'Data inválida: confira o ano.'],
  ['2/5', 'Escreva também o ano.', 'birth'],
  ['abc', 'Data inválida: escreva como 25/12/2027, 2 de maio ou amanhã.'],
  ['2/5/270', 'Data inválida: escreva como 25/12/2027, 2 de maio ou amanhã.'],
  ['sábado', 'Data inválida: escreva como 25/12/2027, 2 de maio ou amanhã.', 'birth'],
])('%s is refused: %s', (text, problem, aim) => expect(readDay(text, TODAY, aim)).toEqual({ problem }))
