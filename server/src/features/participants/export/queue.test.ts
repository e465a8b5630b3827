import { describe, expect, test } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import { createExportQueue } from './queue.ts'

/** Requests a slot; returns the function to leave it, or the number of exports ahead. */
function asking() {
  const queue = createExportQueue()
  return (owner: number, now = 0): (() => void) | number => {
    try {
      return queue.enter(String(owner), now)
    } catch (error) {
      if (error instanceof AppError && error.waiting !== undefined) return error.waiting
      throw error
    }
  }
}
const leave = (turn: (() => void) | number) => {
  if (typeof turn === 'number') throw new Error('it is not running')
  turn()
}

describe('the queue of exports', () => {
  test('an owner runs one export at a time, however many they request; others use the remaining slots', () => {
    const ask = asking()
    const first = ask(1)
    expect(first).toBeTypeOf('function')
    for (let n = 0; n < 20; n++) expect(ask(1)).toBe(1)
    expect(ask(2)).toBeTypeOf('function')
    expect(ask(3)).toBeTypeOf('function')
    expect(ask(4)).toBe(4)
    leave(first)
    expect(ask(1)).toBeTypeOf('function')
    expect(ask(4)).toBe(3)
  })

  test('owners start in the order of their requests and get the number of exports ahead', () => {
    const ask = asking()
    const [a] = [ask(1), ask(2), ask(3)]
    expect([ask(4), ask(5), ask(6)]).toEqual([3, 4, 5])
    leave(a as () => void)
    expect(ask(5)).toBe(3)
    expect(ask(4)).toBeTypeOf('function')
    expect(ask(6)).toBe(4)
  })

  test('an owner who stops asking loses their position', () => {
    const ask = asking()
    const [a] = [ask(1), ask(2), ask(3)]
    ask(4, 0)
    ask(5, 0)
    expect(ask(5, 9_000)).toBe(4)
    leave(a as () => void)
    expect(ask(5, 9_500)).toBe(3)
    expect(ask(5, 10_000)).toBeTypeOf('function')
  })

  test('the queue is bounded', () => {
    const ask = asking()
    for (let owner = 1; owner <= 103; owner++) ask(owner)
    expect(() => ask(104)).toThrow('Estamos com muitos acessos agora.')
  })

  test('the message contains the position', () => {
    const queue = createExportQueue()
    for (const owner of ['1', '2', '3']) queue.enter(owner, 0)
    expect(() => queue.enter('4', 0)).toThrow(
      'Há 3 exportações antes da sua. Ela começa quando chegar a sua vez.',
    )
    expect(() => queue.enter('1', 0)).toThrow(
      'Já há uma exportação sua, ou da sua organização, em andamento. Esta começa quando ela terminar.',
    )
  })
})
