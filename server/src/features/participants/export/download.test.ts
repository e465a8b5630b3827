import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { download } from './download.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(1024 * 1024)
}

/** A download whose reader takes `read` pieces a minute; returns its error after that many minutes. */
async function after(minutes: number, read: number): Promise<string | null> {
  let error: string | null = null
  const end = vi.fn()
  const content = download(endless(), end)
  content.on('error', ({ message }) => {
    error = message
  })
  for (let minute = 0; minute < minutes && !content.destroyed; minute++) {
    for (let n = 0; n < read; n++)
      if (content.read() === null) await new Promise((resolve) => content.once('readable', resolve))
    vi.advanceTimersByTime(59_000)
    vi.advanceTimersByTime(read === 0 ? 1_000 : 0)
  }
  if (content.destroyed) await new Promise((resolve) => content.once('close', resolve))
  expect(end).toHaveBeenCalledTimes(content.destroyed ? 1 : 0)
  content.destroy()
  return error
}

test('a download that is not read for a minute is aborted', async () => {
  expect(await after(1, 0)).toBe('nobody reads the export')
})

test('a slow reader can continue', async () => {
  expect(await after(10, 4)).toBeNull()
})

test('a download ends after a quarter of an hour', async () => {
  expect(await after(20, 4)).toBe('the export took too long')
})
