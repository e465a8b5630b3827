import type { Suggestions } from '#contract/event/event.ts'
import type { Deps } from '#server/deps.ts'
import { indexRaces, type SuggestionIndex, suggest } from '../domain/suggestions.ts'
import { listComingRaces } from './queries.ts'

/** How long the races that a process has read are suggested. */
const FRESH_MS = 30_000

/** Suggestions for typed text. The races are read once in a while, not for every key. */
export function createSuggestions({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  let known: { index: Promise<SuggestionIndex>; until: number } | null = null
  return async (typed: string): Promise<Suggestions> => {
    const now = clock.now()
    if (!known || known.until <= now.getTime()) {
      const index = listComingRaces(db, now).then(indexRaces)
      const read = { index, until: now.getTime() + FRESH_MS }
      known = read
      // A failed query is retried by the next request.
      index.catch(() => {
        if (known === read) known = null
      })
    }
    return suggest(await known.index, typed)
  }
}
