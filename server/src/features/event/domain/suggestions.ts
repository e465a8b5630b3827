import type { IsoDate } from '#contract/dates.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import type { Suggestions } from '#contract/event/event.ts'
import { nearCity } from '#contract/event/near-city.ts'
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
  /** `joined` is the distance without blanks. */
  distances: (Searchable<Suggestions['distances'][number]> & { joined: string })[]
}

const MOST = { races: 4, cities: 4, distances: 4 }

const wordsIn = (text: string): string => ` ${plainText(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`

const KM = /(\d)\s*(?:km?|quilometros?)(?![\p{L}\p{N}])/gu

/** `5,5 km`, `5.5km` and `5,5 K` are one distance. */
const distanceIn = (text: string): string =>
  plainText(text)
    .replace(/(\d)\.(?=\d)/g, '$1,')
    .replace(KM, '$1 km')

const joined = (text: string): string => text.replace(/\s/g, '')

export function indexRaces(races: readonly ComingRace[]): SuggestionIndex {
  const cities = new Map<string, Suggestions['cities'][number]>()
  const distances = new Map<string, Suggestions['distances'][number]>()
  for (const { city, state_code: state, distances: names } of races) {
    if (city && state) count(cities, `${city}/${state}`, { name: city, state })
    for (const [key, name] of new Map(names.map((name) => [joined(distanceIn(name)), name])))
      count(distances, key, { name })
  }
  return {
    races: races.map(({ slug, title, city, state_code: state, event_on }) => ({
      value: { slug, title, city, state, date_event: toBrazilianDate(event_on) },
      words: wordsIn(`${title} ${city ?? ''}`),
    })),
    cities: byCount(cities).map((value) => ({ value, words: wordsIn(value.name) })),
    distances: byCount(distances).map((value) => {
      const distance = distanceIn(value.name)
      return { value, words: wordsIn(distance), joined: joined(distance) }
    }),
  }
}

function count<T>(counts: Map<string, T & { count: number }>, key: string, value: T): void {
  const known = counts.get(key)
  if (known) known.count += 1
  else counts.set(key, { ...value, count: 1 })
}

const byCount = <T extends { name: string; count: number }>(counts: ReadonlyMap<string, T>): T[] =>
  [...counts.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'pt-BR'))

/** Whether each word of `text` begins a word of the other text. */
function fitting(text: string): (one: { words: string }) => boolean {
  const words = wordsIn(text).split(' ').filter(Boolean)
  return ({ words: own }) => words.every((word) => own.includes(` ${word}`))
}

/**
 * Every typed word must begin a word of the text. Without a word, the most frequent cities and distances. Only cities
 * for a search around one.
 */
export function suggest(index: SuggestionIndex, typed: string): Suggestions {
  const city = nearCity(typed)
  if (city !== null) return { ...suggest(index, city), races: [], distances: [] }
  const fits = fitting(typed)
  const distance = distanceIn(typed)
  const isDistance = fitting(distance)
  const begin = joined(distance)
  const take = <One extends Searchable<unknown>>(
    list: readonly One[],
    wanted: (one: One) => boolean,
    most: number,
  ): One['value'][] => {
    const found: One['value'][] = []
    for (const one of list) {
      if (found.length === most) break
      if (wanted(one)) found.push(one.value)
    }
    return found
  }
  return {
    races: wordsIn(typed).trim() === '' ? [] : take(index.races, fits, MOST.races),
    cities: take(index.cities, fits, MOST.cities),
    distances: take(
      index.distances,
      (one) => isDistance(one) || one.joined.startsWith(begin),
      MOST.distances,
    ),
  }
}
