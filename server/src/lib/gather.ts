import { setImmediate } from 'node:timers/promises'

/** Statements of one kind on their way at a time: one alone would make a slow one delay everybody. */
const AT_ONCE = 2
/** Keys in one statement. */
const MAX_KEYS = 500

/**
 * Makes one statement of the reads of many requests. `load` receives the keys that were asked for in one turn of the event loop, or while
 * the statements before were on their way, and answers in their order. A key is always read by a statement that begins after it was asked
 * for, so nobody is answered with what was true before. There is no timer: a key that comes alone is read alone, at once.
 */
export function gathered<Key, Value>(load: (keys: Key[]) => Promise<Value[]>): (key: Key) => Promise<Value> {
  const waiting: { key: Key; resolve(value: Value): void; reject(reason: unknown): void }[] = []
  let running = 0

  async function drain(): Promise<void> {
    await setImmediate()
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_KEYS)
      try {
        const values = await load(batch.map(({ key }) => key))
        for (const [i, { resolve }] of batch.entries()) resolve(values[i] as Value)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running--
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (running >= AT_ONCE) return
      running++
      void drain()
    })
}

/** `gathered` for a query: the requests of one server share its statements. */
export function gatheredBy<D extends object, Key, Value>(
  loadOf: (deps: D) => (keys: Key[]) => Promise<Value[]>,
): (deps: D, key: Key) => Promise<Value> {
  const byServer = new WeakMap<D, (key: Key) => Promise<Value>>()
  return (deps, key) => {
    const get = byServer.get(deps) ?? gathered(loadOf(deps))
    byServer.set(deps, get)
    return get(key)
  }
}
