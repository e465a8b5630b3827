import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gathered } from './gather.ts'

/** A loader that records what it was asked for; its statements end when the test says. */
function loader() {
  const asked: number[][] = []
  const ends: (() => void)[] = []
  const load = async (keys: number[]) => {
    asked.push(keys)
    await new Promise<void>((end) => ends.push(end))
    return keys.map((key) => key * 10)
  }
  return { asked, ends, get: gathered(load) }
}

test('keys asked for in one turn are read by one statement, each answered with its own value', async () => {
  const { asked, ends, get } = loader()
  const values = Promise.all([get(1), get(2), get(1)])
  await wait(5)
  ends[0]?.()
  expect(await values).toEqual([10, 20, 10])
  expect(asked).toEqual([[1, 2, 1]])
})

test('a key asked for while statements are on their way is read by a later one', async () => {
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

test('a statement that fails fails its own keys only', async () => {
  let calls = 0
  const get = gathered(async (keys: number[]) => {
    if (calls++ === 0) throw new Error('the connection broke')
    return keys
  })
  await expect(Promise.all([get(1), get(2)])).rejects.toThrow('the connection broke')
  expect(await get(3)).toBe(3)
})
