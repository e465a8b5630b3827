import { setTimeout } from 'node:timers/promises'

/** The promise's value, or null when it takes longer than `ms`; it goes on by itself then. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  const timeout = setTimeout(ms, null, { signal: timer.signal }).catch(() => null)
  try {
    return await Promise.race([promise, timeout])
  } finally {
    timer.abort()
  }
}
