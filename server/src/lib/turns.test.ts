import { describe, expect, test } from 'vitest'
import { createTurns, type Turns } from './turns.ts'

/** A request for a turn: whether it was granted, and how to end it. */
function asker(turns: Turns, owner: string, signal?: AbortSignal) {
  const one = { entered: false, end: () => {}, turn: turns.take(owner, signal) }
  one.turn.then(
    (end) => {
      one.entered = true
      one.end = end
    },
    () => undefined,
  )
  return one
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('turns', () => {
  test('a limited number runs, the others in order of arrival', async () => {
    const turns = createTurns({ atOnce: 2, waiting: 10 })
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((owner) => asker(turns, owner)) as [
      ReturnType<typeof asker>,
      ReturnType<typeof asker>,
      ReturnType<typeof asker>,
      ReturnType<typeof asker>,
    ]
    await settled()
    expect([a, b, c, d].map((one) => one.entered)).toEqual([true, true, false, false])
    b.end()
    b.end()
    await settled()
    expect([c, d].map((one) => one.entered)).toEqual([true, false])
  })

  test('an owner at their limit waits without blocking others', async () => {
    const turns = createTurns({ atOnce: 2, perOwner: 1, waiting: 10 })
    const first = asker(turns, 'a')
    const second = asker(turns, 'a')
    const other = asker(turns, 'b')
    await settled()
    expect([first.entered, second.entered, other.entered]).toEqual([true, false, true])
    first.end()
    await settled()
    expect(second.entered).toBe(true)
  })

  test('a full queue is 503, one owner’s full part of it 429', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 3, waitingPerOwner: 2 })
    for (const owner of ['a', 'a', 'a']) asker(turns, owner)
    await expect(turns.take('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 })
    asker(turns, 'b')
    await expect(turns.take('b')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 })
  })

  test('an aborted wait leaves the queue', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1 })
    const first = asker(turns, 'a')
    const gone = new AbortController()
    const waiting = turns.take('b', gone.signal)
    gone.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    const next = asker(turns, 'c')
    first.end()
    await settled()
    expect(next.entered).toBe(true)
  })
})
