import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_LIMIT_WITH_FILES, type Route } from '#contract/route.ts'
import { AppError } from './errors.ts'
import { addressOf, networkOf } from './network.ts'
import type { Limit, RateLimiter } from './rate-limit.ts'
import { createTurns } from './turns.ts'

const KB = 1024

/** Larger bodies count before they are read. An order for one person is a tenth of this. */
const COUNTED_ABOVE = 16 * KB
const COUNTED_BY_ADDRESS: Limit = { name: 'body-address', points: 120, perSeconds: 60 }

/** Larger bodies wait for a semaphore, which bounds how many are in memory until their responses end. */
const LARGE = 256 * KB
/** Visitors have a separate quarter of the permits: they cannot block signed-in accounts. */
const OF_ACCOUNTS = { atOnce: 18, perOwner: 2, waiting: 300, waitingPerOwner: 60 }
const OF_VISITORS = { atOnce: 6, perOwner: 1, waiting: 100, waitingPerOwner: 20 }

/** Twice the number of accounts that an address may create. */
const LARGE_OF_VISITORS: Limit = { name: 'upload-address', points: 60, perSeconds: 3_600 }

/** A large body that receives less than this in the interval loses its permit and its connection. */
const SLOWEST = { bytes: 64 * KB, inMs: 5_000 }

/**
 * Limits on the cost of parsing, which blocks the event loop: the time of `JSON.parse` grows with the number
 * of values and levels, hardly with the length of strings. The largest valid body is an event with 200 kits
 * of 50 sizes each.
 */
const MOST_VALUES = 5_000
const MOST_VALUES_OF_DOCUMENT = 150_000
const MOST_LEVELS = 32

export const DATA_TOO_LARGE = 'Os dados enviados são grandes demais.'

export interface RequestBodies {
  /** Throws 413 for an announced size above the route's limit, before any other work. */
  refuseTooLarge(route: Route, request: FastifyRequest, reply: FastifyReply): void
  /** Before the body is read: throws 429 above the address's rate limit; a large body waits for a permit. */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createRequestBodies(rateLimiter: RateLimiter): RequestBodies {
  const ofAccounts = createTurns(OF_ACCOUNTS)
  const ofVisitors = createTurns(OF_VISITORS)
  return {
    refuseTooLarge(route, request, reply) {
      if (announcedSize(request) <= limitOf(route, request) || isChunked(request)) return
      // The rest of the body is not read.
      reply.header('connection', 'close')
      throw new AppError('too_large', isForm(request) ? {} : { message: DATA_TOO_LARGE })
    },

    async admit(route, request, reply) {
      const size = announcedSize(request)
      if (size <= COUNTED_ABOVE) return
      const { caller } = request
      // Uploads by accounts have limits of their own.
      if (!caller || !isForm(request)) await rateLimiter.consume(COUNTED_BY_ADDRESS, addressOf(request))
      if (size <= LARGE || limitOf(route, request) <= LARGE) return
      if (!caller) await rateLimiter.consume(LARGE_OF_VISITORS, addressOf(request))
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const end = caller
        ? await ofAccounts.take(String(caller.userId), gone.signal)
        : await ofVisitors.take(networkOf(addressOf(request)), gone.signal)
      if (gone.signal.aborted) return end()
      reply.raw.once('close', end)
      endWhenSlow(request, reply)
    },
  }
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false

const isChunked = ({ headers }: FastifyRequest): boolean => headers['content-length'] === undefined

/** Infinite for a body of unknown length. */
const announcedSize = (request: FastifyRequest): number =>
  isChunked(request)
    ? request.headers['transfer-encoding'] === undefined
      ? 0
      : Number.POSITIVE_INFINITY
    : Number(request.headers['content-length'])

const limitOf = ({ bodyLimit, uploads }: Route, request: FastifyRequest): number =>
  uploads !== null && isForm(request) ? BODY_LIMIT_WITH_FILES : bodyLimit

function endWhenSlow({ raw }: FastifyRequest, reply: FastifyReply): void {
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer)
    const arrived = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    // Data that is already buffered waits for the server, not for the client.
    if (arrived < SLOWEST.bytes && raw.readableLength === 0) raw.socket.destroy()
  }, SLOWEST.inMs)
  reply.raw.once('close', () => clearInterval(timer))
}

/** Throws 400 for malformed JSON and 422 for too complex JSON, counted before parsing. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const mostValues = (request.routeOptions.bodyLimit ?? 0) > LARGE ? MOST_VALUES_OF_DOCUMENT : MOST_VALUES
    if (!isSimpleEnough(body, mostValues)) return done(tooComplex())
    parse(request, body.toString(), done)
  })
}

/** Parses JSON under the same rules as a request body. */
export function parseJsonField(text: string): unknown {
  if (!isSimpleEnough(Buffer.from(text), MOST_VALUES)) throw tooComplex()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('malformed', { cause: error })
  }
}

const tooComplex = () =>
  new AppError('validation', { message: 'Os dados enviados têm itens ou níveis demais.' })

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [ARRAY, OBJECT, ARRAY_END, OBJECT_END] = [0x5b, 0x7b, 0x5d, 0x7d]

/** Counts values and levels in one pass over the bytes, which need not be valid JSON. */
function isSimpleEnough(json: Uint8Array, mostValues: number): boolean {
  let values = 0
  let level = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] as number
    if (byte === BACKSLASH) i++
    else if (byte === QUOTE) inString = !inString
    else if (inString) continue
    else if (byte === COMMA) values++
    else if (byte === ARRAY || byte === OBJECT) {
      values++
      level++
    } else if (byte === ARRAY_END || byte === OBJECT_END) level--
    if (values > mostValues || level > MOST_LEVELS) return false
  }
  return true
}
