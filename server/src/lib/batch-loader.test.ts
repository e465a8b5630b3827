import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from './batch-loader.ts'

/** A loader that records the requested keys; the test decides when its statements end. */
function loader(options?: Parameters<typeof batched>[1]) {
  const asked: number[][] = []
  const ends: (() => void)[] = []
  const load = async (keys: number[]) => {
    asked.push(keys)
    await new Promise<void>((end) => ends.push(end))
    return keys.map((key) => key * 10)
  }
  return { asked, ends, get: batched(load, options) }
}

test('keys requested in one turn are read by one statement, each with its own value', async () => {
  const { asked, ends, get } = loader()
  const values = Promise.all([get(1), get(2), get(1)])
  await wait(5)
  ends[0]?.()
  expect(await values).toEqual([10, 20, 10])
  expect(asked).toEqual([[1, 2, 1]])
})

test('a key requested while statements are running is read by a later one', async () => {
  const { asked, ends, get } = loader()
  const first = get(1)
  await wait(5)
  const second = get(1)
  await wait(5)
  const later = [get(1), get(2)]
  await wait(5)
  expect(asked).toEqual([[1], [1]])
  ends[0]?.()
  await first
  await wait(5)
  expect(asked).toEqual([[1], [1], [1, 2]])
  for (const end of ends) end()
  expect(await Promise.all([second, ...later])).toEqual([10, 10, 20])
})

test('a failed statement fails only its own keys', async () => {
  let calls = 0
  const get = batched(async (keys: number[]) => {
    if (calls++ === 0) throw new Error('the connection broke')
    return keys
  })
  await expect(Promise.all([get(1), get(2)])).rejects.toThrow('the connection broke')
  expect(await get(3)).toBe(3)
})

test('a loader that gathers reads a single key in the same turn, like any other', async () => {
  for (const gathers of [false, true]) {
    const { asked, ends, get } = loader({ gathers })
    const value = get(1)
    await nextTurn()
    await nextTurn()
    expect(asked).toEqual([[1]])
    ends[0]?.()
    expect(await value).toBe(10)
  }
})

test('a loader that gathers waits for more keys after a crowded batch', async () => {
  const { asked, ends, get } = loader({ gathers: true })
  const crowd = [1, 2, 3, 4].map(get)
  await expect.poll(() => asked).toEqual([[1, 2, 3, 4]])
  const later = [get(5)]
  ends[0]?.()
  await Promise.all(crowd)
  later.push(get(6))
  await expect
    .poll(() => asked)
    .toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ])
  ends[1]?.()
  expect(await Promise.all(later)).toEqual([50, 60])
})
