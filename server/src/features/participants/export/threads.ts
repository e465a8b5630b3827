import { on } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { type Db, directUrlOf } from '#server/lib/db.ts'
import type { FileFacts, FileRequest } from './write-file.ts'

/** Without a file for this long the thread ends and gives back its memory. */
const IDLE_MS = 60_000

type Answer = { facts?: FileFacts; piece?: Uint8Array | null; error?: { message: string; code?: string } }

/** One thread per database in this process. */
const threads = new WeakMap<Db, ReturnType<typeof startThread>>()

/** Begins a file in the thread. The caller reads `content` and calls `end` in any case. */
export async function openFile(
  db: Db,
  request: FileRequest,
): Promise<{ facts: FileFacts; content: AsyncIterable<Uint8Array>; end: () => void }> {
  const thread = threads.get(db) ?? startThread(db)
  threads.set(db, thread)
  const { port1: port, port2 } = new MessageChannel()
  const answers = on(port, 'message', { close: ['close'] })
  const end = thread.open(() => port.close())
  thread.worker.postMessage({ port: port2, request }, [port2])
  async function receive(): Promise<Answer> {
    const { done, value } = await answers.next()
    if (done) throw new Error('the thread that writes exports has ended')
    const answer: Answer = value[0]
    if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
    return answer
  }
  async function* content(): AsyncGenerator<Uint8Array> {
    for (;;) {
      port.postMessage(null)
      const { piece } = await receive()
      if (!piece) return
      yield piece
    }
  }
  try {
    const { facts } = await receive()
    if (!facts) throw new Error('facts come first')
    return { facts, content: content(), end }
  } catch (error) {
    end()
    throw error
  }
}

function startThread(db: Db) {
  const worker = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: { databaseUrl: directUrlOf(db) },
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
  })
  let opened = 0
  const forget = () => {
    if (threads.get(db)?.worker === worker) threads.delete(db)
  }
  const idle = setTimeout(() => {
    if (opened > 0) return
    forget()
    void worker.terminate()
  }, IDLE_MS)
  idle.unref()
  // The thread alone does not keep the process running.
  worker.unref()
  // Its end closes the ports, so every open file fails.
  worker.on('error', forget)
  worker.on('exit', forget)
  return {
    worker,
    /** Counts a file as open until the returned function is called. */
    open(close: () => void): () => void {
      opened++
      return () => {
        opened--
        close()
        idle.refresh()
      }
    },
  }
}
