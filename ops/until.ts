import { setTimeout as wait } from 'node:timers/promises'

/** Throws when the condition is not true within `withinMs`. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 180_000,
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not within ${withinMs / 1000} s: ${what}`)
    await wait(100)
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
