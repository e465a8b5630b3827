import { on } from 'node:events'
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createDb, createPool } from '#server/lib/db.ts'
import { AT_ONCE } from './queue.ts'
import { type FileRequest, writeFile } from './write-file.ts'

/**
 * The thread that writes exports (docs/algorithms/export.md). Each request comes with a port of its own:
 *
 * - the thread sends the facts of the file, or an error
 * - each message of the reader asks for the next piece; null ends the file
 * - the reader closes the port
 */

/** Few messages for a large file. */
const PIECE_BYTES = 64 * 1024

// On Linux this is the priority of the thread alone: requests take precedence.
if (process.platform === 'linux') setPriority(5)

const db = createDb(createPool(workerData.databaseUrl, { max: AT_ONCE, purpose: 'exports' }))

parentPort?.on('message', ({ port, request }: { port: MessagePort; request: FileRequest }) => {
  void serve(port, request)
})

async function serve(port: MessagePort, request: FileRequest): Promise<void> {
  const asked = on(port, 'message', { close: ['close'] })
  try {
    const { facts, content, end } = await writeFile(db, request)
    try {
      port.postMessage({ facts })
      for await (const piece of inPieces(content)) {
        if ((await asked.next()).done) return
        port.postMessage({ piece }, [piece.buffer])
      }
      await asked.next()
      port.postMessage({ piece: null })
    } finally {
      await end()
    }
  } catch (error) {
    // A clone of an error loses its code.
    const { message, code } = error as Error & { code?: string }
    port.postMessage({ error: { message, code } })
  }
}

async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield joined(chunks, bytes)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield joined(chunks, bytes)
}

/** In a buffer of its own, which can be handed over. */
function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
