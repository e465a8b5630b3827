import { Readable } from 'node:stream'

/** A download is aborted after this time, or when less than a piece is read in `IDLE_MS`. */
const LONGEST_MS = 15 * 60_000
const IDLE_MS = 60_000
const PIECE = 64 * 1024

/** Fails when the reader is too slow, and calls `end` when the download is over. */
export function download(bytes: AsyncIterable<Uint8Array>, end: () => unknown): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes)
      for (let at = 0; at < chunk.length; at += PIECE) {
        idle.refresh()
        yield chunk.subarray(at, at + PIECE)
      }
  }
  const content = Readable.from(pieces(), { objectMode: false })
  const abort = (why: string) => () => content.destroy(new Error(why))
  const overdue = setTimeout(abort('the export took too long'), LONGEST_MS)
  const idle = setTimeout(abort('nobody reads the export'), IDLE_MS)
  content.once('close', () => {
    clearTimeout(overdue)
    clearTimeout(idle)
    end()
  })
  return content
}
