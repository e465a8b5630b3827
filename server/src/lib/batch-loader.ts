import { setImmediate, setTimeout } from 'node:timers/promises'

/** Concurrent statements. With only one, a slow statement would delay every key behind it. */
const AT_ONCE = 2
const MAX_KEYS = 500
/** With at least this many keys a batch counts as crowded. */
const CROWD = 4

/** In milliseconds. */
const GATHER_MS = 20

interface BatchOptions {
  /**
   * After a crowded batch the next one waits 20 ms for more keys, and only one statement runs at a time. For
   * writes of jobs, whose answer no person waits for.
   */
  gathers?: boolean
}

/**
 * Combines the reads of many requests into few statements. `load` receives the keys requested in one turn of
 * the event loop, or while earlier statements were running, and returns values in the same order. A key is
 * always read by a statement that starts after the request, so no caller gets stale data.
 */
export function batched<Key, Value>(
  load: (keys: Key[]) => Promise<Value[]>,
  { gathers = false }: BatchOptions = {},
): (key: Key) => Promise<Value> {
  const waiting: { key: Key; resolve(value: Value): void; reject(reason: unknown): void }[] = []
  const atOnce = gathers ? 1 : AT_ONCE
  let running = 0
  let isCrowded = false

  async function drain(): Promise<void> {
    await setImmediate()
    while (waiting.length > 0) {
      if (gathers && isCrowded) await setTimeout(GATHER_MS)
      isCrowded = waiting.length >= CROWD
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
      if (running >= atOnce) return
      running++
      void drain()
    })
}

/** `batched` for a query with dependencies. Calls with the same `deps` share statements. */
export function batchedBy<D extends object, Key, Value>(
  loadOf: (deps: D) => (keys: Key[]) => Promise<Value[]>,
  options?: BatchOptions,
): (deps: D, key: Key) => Promise<Value> {
  const byServer = new WeakMap<D, (key: Key) => Promise<Value>>()
  return (deps, key) => {
    const get = byServer.get(deps) ?? batched(loadOf(deps), options)
    byServer.set(deps, get)
    return get(key)
  }
}
