/** Seeded: the demo is the same on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number
  between(low: number, high: number): number
  /** Both ends included. */
  int(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
  shuffled<T>(items: readonly T[]): T[]
}

/** FNV-1a */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

export function createRandom(seed: string): Random {
  let state = hash(seed)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    shuffled(items) {
      const rest = [...items]
      return items.flatMap(() => rest.splice(int(0, rest.length - 1), 1))
    },
  }
}
