import { countWords } from '#contract/words.ts'

export interface Change {
  direction: 'up' | 'down' | 'same'
  words: string
}

export function changeOf(now: number, before: number): Change {
  if (now === before) return { direction: 'same', words: 'igual ao período anterior' }
  if (before === 0) return { direction: 'up', words: 'nada no período anterior' }
  // A very large percentage only means that the earlier figure was tiny, so words replace it.
  if (now > before * 10) return { direction: 'up', words: 'bem mais que no período anterior' }
  const share = countWords(Math.round((Math.abs(now - before) / before) * 100))
  return now > before
    ? { direction: 'up', words: `${share}% mais que no período anterior` }
    : { direction: 'down', words: `${share}% menos que no período anterior` }
}
