import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hasTwoHosts } from './network.ts'
import { requestIdOf } from './request-origin.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A public page or answer that is kept in memory, the same for everybody, as it is sent. */
export interface Kept {
  /** The address of its route, for metrics. */
  route: string
  status: number
  headers: Readonly<Record<string, string>>
  etag: string
  body: Buffer
  br: Buffer
  gzip: Buffer
}

/** Compressed anew only if its content is another one than `before`. Throws for a header that could not be sent. */
export async function toKept(
  { body, headers, ...answer }: Pick<Kept, 'route' | 'status' | 'headers' | 'body'>,
  before: Kept | undefined,
): Promise<Kept> {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const [br, gzipped] = before?.etag === etag ? [before.br, before.gzip] : await compressed(body)
  const all = { ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding', etag }
  for (const [name, value] of Object.entries(all)) validateHeaderValue(name, value)
  return { ...answer, headers: all, etag, body, br, gzip: gzipped }
}

const compressed = (body: Buffer): Promise<[Buffer, Buffer]> =>
  Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body),
  ])

/** Whether `Accept-Encoding` names a coding, and not with quality 0. */
const accepts = (coding: string): RegExp =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i')
const BROTLI = accepts('br')
const GZIP = accepts('gzip')

/** Sends what is kept, in an encoding that is accepted; 304 to whoever has it. */
export function sendKept(
  { headers }: IncomingMessage,
  response: ServerResponse,
  kept: Kept,
  requestId: string,
): void {
  const answer: Record<string, string | number> = { ...kept.headers, 'x-request-id': requestId }
  // As every response to a session (`keepNoSession`).
  if (headers.authorization !== undefined) answer['cache-control'] = 'no-store'
  if (headers['if-none-match'] === kept.etag) return void response.writeHead(304, answer).end()
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = BROTLI.test(accepted) ? 'br' : GZIP.test(accepted) ? 'gzip' : null
  const body = encoding ? kept[encoding] : kept.body
  if (encoding) answer['content-encoding'] = encoding
  answer['content-length'] = body.length
  response.writeHead(kept.status, answer).end(body)
}

/**
 * Answers a visitor's request for what is kept and fresh, without routing and hooks, which take longer than the answer: on an opening
 * day most requests are these. Null: it is for the application.
 */
export function sendIfKept(
  request: IncomingMessage,
  response: ServerResponse,
  fresh: (url: string) => Kept | undefined,
): Kept | null {
  if (request.method !== 'GET' || request.headers.authorization !== undefined || hasTwoHosts(request))
    return null
  const kept = fresh(request.url ?? '')
  if (!kept) return null
  sendKept(request, response, kept, requestIdOf(request))
  return kept
}
