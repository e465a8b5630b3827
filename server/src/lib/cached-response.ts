import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hasTwoHosts } from './network.ts'
import { requestIdOf } from './request-context.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export interface CachedResponse {
  /** For metrics. */
  route: string
  status: number
  headers: Readonly<Record<string, string>>
  etag: string
  body: Buffer
  br: Buffer
  gzip: Buffer
}

/** Reuses the encodings of `before` when the content is equal. Throws for an invalid header. */
export async function toCachedResponse(
  { body, headers, ...answer }: Pick<CachedResponse, 'route' | 'status' | 'headers' | 'body'>,
  before: CachedResponse | undefined,
): Promise<CachedResponse> {
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

const accepts = (coding: string): RegExp =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i')
const BROTLI = accepts('br')
const GZIP = accepts('gzip')

export function sendCached(
  { headers }: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  requestId: string,
): void {
  const answer: Record<string, string | number> = { ...cached.headers, 'x-request-id': requestId }
  // Like every response to an authenticated request (`forbidSessionCaching`).
  if (headers.authorization !== undefined) answer['cache-control'] = 'no-store'
  if (headers['if-none-match'] === cached.etag) return void response.writeHead(304, answer).end()
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = BROTLI.test(accepted) ? 'br' : GZIP.test(accepted) ? 'gzip' : null
  const body = encoding ? cached[encoding] : cached.body
  if (encoding) answer['content-encoding'] = encoding
  answer['content-length'] = body.length
  response.writeHead(cached.status, answer).end(body)
}

/** Skips routing and hooks, which take longer. Null: the application handles the request. */
export function sendIfCached(
  request: IncomingMessage,
  response: ServerResponse,
  fresh: (url: string) => CachedResponse | undefined,
): CachedResponse | null {
  if (request.method !== 'GET' || request.headers.authorization !== undefined || hasTwoHosts(request))
    return null
  const cached = fresh(request.url ?? '')
  if (!cached) return null
  sendCached(request, response, cached, requestIdOf(request))
  return cached
}
