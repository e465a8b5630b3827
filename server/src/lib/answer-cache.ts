import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** What is left of everything may be a second old; every other change is told by `clear`. */
const OLDEST_MS = 1_000
/** From this age on an answer is made anew while it is still sent, so that nobody waits for it in a rush. */
const RENEW_MS = 500
const MB = 1024 * 1024

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

interface Answer {
  etag: string
  body: Buffer
  br: Buffer
  gzip: Buffer
}

/** Public answers, the same for everybody, kept in memory and compressed once for each content. */
export interface AnswerCache {
  get(key: string, make: () => Promise<unknown>): Promise<Answer>
  /** The key of an address that was asked for before, so that it is not read again. */
  keys: LRUCache<string, string>
  /** Drops every answer, also those being made. Nothing is kept before the first call: it is made when changes are listened for. */
  clear(): void
}

export function createAnswerCache(): AnswerCache {
  const kept = new LRUCache<string, { answer: Answer; at: number; generation: number }>({
    max: 1_000,
    maxSize: 64 * MB,
    sizeCalculation: ({ answer }) => answer.body.length + answer.br.length + answer.gzip.length,
  })
  const making = new Map<string, Promise<Answer>>()
  const keys = new LRUCache<string, string>({ max: 5_000 })
  let generation = 0

  async function remake(key: string, make: () => Promise<unknown>): Promise<Answer> {
    const at = performance.now()
    const startedIn = generation
    const body = Buffer.from(JSON.stringify(await make()))
    const before = kept.get(key)?.answer
    // Made anew each second, changed seldom.
    const answer = before?.body.equals(body) ? before : await compressed(body)
    if (startedIn === generation && generation > 0) kept.set(key, { answer, at, generation })
    return answer
  }

  /** Concurrent requests share one making. */
  function once(key: string, make: () => Promise<unknown>): Promise<Answer> {
    const running = making.get(key)
    if (running) return running
    const made = remake(key, make).finally(() => {
      if (making.get(key) === made) making.delete(key)
    })
    making.set(key, made)
    return made
  }

  return {
    keys,
    async get(key, make) {
      const found = kept.get(key)
      const age = found?.generation === generation ? performance.now() - found.at : Number.POSITIVE_INFINITY
      if (!found || age >= OLDEST_MS) return once(key, make)
      // When it cannot be made, who asks after OLDEST_MS is told.
      if (age >= RENEW_MS) once(key, make).catch(() => undefined)
      return found.answer
    },
    clear() {
      generation++
      making.clear()
    },
  }
}

async function compressed(body: Buffer): Promise<Answer> {
  const [br, gzipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body),
  ])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { etag, body, br, gzip: gzipped }
}

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: answer.etag,
  })
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(answer.br)
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(answer.gzip)
  return reply.send(answer.body)
}
