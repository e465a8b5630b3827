import type { IsoDate } from '#contract/dates.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import type { Suggestions } from '#contract/event/event.ts'
import { plainText } from '#contract/words.ts'

export interface ComingRace {
  slug: string
  title: string
  city: string | null
  state_code: string | null
  event_on: IsoDate
  distances: readonly string[]
}

/** A text to choose from, with what is compared: each word after a blank. */
interface Searchable<T> {
  value: T
  words: string
}

/** The races to come, their cities and distances, the most frequent first. */
export interface SuggestionIndex {
  races: Searchable<Suggestions['races'][number]>[]
  cities: Searchable<Suggestions['cities'][number]>[]
  distances: Searchable<Suggestions['distances'][number]>[]
}

const MOST = { races: 4, cities: 4, distances: 4 }

const wordsIn = (text: string): string => ` ${plainText(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`

export function indexRaces(races: readonly ComingRace[]): SuggestionIndex {
  const cities = new Map<string, Suggestions['cities'][number]>()
  const distances = new Map<string, Suggestions['distances'][number]>()
  for (const { city, state_code: state, distances: names } of races) {
    if (city && state) count(cities, `${city}/${state}`, { name: city, state })
    for (const name of new Set(names)) count(distances, plainText(name), { name })
  }
  return {
    races: races.map(({ slug, title, city, state_code: state, event_on }) => ({
      value: { slug, title, city, state, date_event: toBrazilianDate(event_on) },
      words: wordsIn(`${title} ${city ?? ''}`),
    })),
    cities: byCount(cities).map((value) => ({ value, words: wordsIn(value.name) })),
    distances: byCount(distances).map((value) => ({ value, words: wordsIn(value.name) })),
  }
}

function count<T>(counts: Map<string, T & { count: number }>, key: string, value: T): void {
  const known = counts.get(key)
  if (known) known.count += 1
  else counts.set(key, { ...value, count: 1 })
}

const byCount = <T extends { name: string; count: number }>(counts: ReadonlyMap<string, T>): T[] =>
  [...counts.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'pt-BR'))

/** `10k` and `10 km` begin alike. */
const joined = (words: string): string => words.replaceAll(' ', '')

/** Every typed word must begin a word of the text. Without a word, the most frequent cities and distances. */
export function suggest(index: SuggestionIndex, typed: string): Suggestions {
  const text = wordsIn(typed).trimEnd()
  const words = text.split(' ').filter(Boolean)
  const fits = ({ words: own }: { words: string }) => words.every((word) => own.includes(` ${word}`))
  const take = <T>(
    list: readonly Searchable<T>[],
    wanted: (one: Searchable<T>) => boolean,
    most: number,
  ): T[] => {
    const found: T[] = []
    for (const one of list) {
      if (found.length === most) break
      if (wanted(one)) found.push(one.value)
    }
    return found
  }
  return {
    races: words.length === 0 ? [] : take(index.races, fits, MOST.races),
    cities: take(index.cities, fits, MOST.cities),
    distances: take(
      index.distances,
      (one) => fits(one) || joined(one.words).startsWith(joined(text)),
      MOST.distances,
    ),
  }
}
