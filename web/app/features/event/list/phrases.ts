import type { IsoDate } from '#contract/dates.ts'
import { plainText } from '#contract/words.ts'
import { monthAndYear } from '../date-words.ts'

const MOST = 2
const FIXED = ['Neste fim de semana', 'Grátis', 'Até R$ 60', 'Corrida noturna', 'Próximo fim de semana']

/** Searches about time and money that fit what was typed. The server understands them (`raceSearch`). */
export function phrasesFor(typed: string, today: IsoDate): string[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  const month = Number(today.slice(5, 7)) - 1
  const months = Array.from({ length: 12 }, (_, ahead) => {
    const number = String(((month + ahead) % 12) + 1).padStart(2, '0')
    return `Em ${monthAndYear(`01/${number}/2000`).split(' ')[0]}`
  })
  const fits = (phrase: string) => words.every((word) => ` ${plainText(phrase)}`.includes(` ${word}`))
  return [...FIXED, ...months].filter(fits).slice(0, MOST)
}
