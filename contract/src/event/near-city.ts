import { plainText } from '../words.ts'

/** Words for a search around a city, without accents. */
export const NEAR_WORD = '(?:perto|proxim[oa]s?|ao redor|arredores)'
/** `perto` alone and the beginning of the next word, or one of the words with the beginning of a city. */
const BEGUN = new RegExp(`^(?:perto(?: d[eoa]?)?|${NEAR_WORD} d[eoa]s?(?: (.*))?)$`, 'u')

/** The beginning of a city in a search around one, as in `perto de camp`; null: another search. */
export function nearCity(typed: string): string | null {
  const match = BEGUN.exec(plainText(typed).trim().replace(/\s+/g, ' '))
  return match && (match[1] ?? '')
}
