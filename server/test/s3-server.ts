import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * A small in-memory server that implements the part of the S3 protocol that the product uses: objects of one
 * bucket, lists in pages, errors in XML. It refuses requests without a valid signature (version 4).
 */
export interface S3Server {
  /** The address of the bucket, in the form of `STORAGE_URL`. */
  address: string
  objects: Map<string, { bytes: Buffer; changedAt: Date }>
  stop(): Promise<void>
}

const KEY = 'largada-test'
const SECRET = 'a secret/with+signs'
const REGION = 'sa-east-1'
const BUCKET = 'largada'

export async function startS3Server({ port = 0, pageSize = 1_000 } = {}): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { status, content } = answer(request, body, objects, pageSize)
    response.writeHead(status, {
      'content-type': Buffer.isBuffer(content) ? 'application/octet-stream' : 'application/xml',
    })
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: `http://${KEY}:${encodeURIComponent(SECRET)}@${host}/${BUCKET}?region=${REGION}`,
    objects,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Answered {
  status: number
  content?: Buffer | string
}

const failure = (status: number, code: string): Answered => ({
  status,
  content: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

function answer(
  request: IncomingMessage,
  body: Buffer,
  objects: S3Server['objects'],
  pageSize: number,
): Answered {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  if (!isSigned(request, url, body)) return failure(403, 'SignatureDoesNotMatch')
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
  if (bucket !== BUCKET) return failure(404, 'NoSuchBucket')
  const key = rest.join('/')
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, changedAt: new Date() })
    return { status: 200 }
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  if (key === '') return { status: 200, content: list(url.searchParams, objects, pageSize) }
  const found = objects.get(key)
  return found ? { status: 200, content: found.bytes } : failure(404, 'NoSuchKey')
}

function list(query: URLSearchParams, objects: S3Server['objects'], pageSize: number): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].sort().filter((key) => {
    const direct = !key.slice(prefix.length).includes('/')
    return key.startsWith(prefix) && direct && key > after
  })
  const page = keys.slice(0, pageSize)
  const more = keys.length > page.length
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.changedAt.toISOString()}</LastModified></Contents>`,
  )
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${
    more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  }${contents.join('')}</ListBucketResult>`
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Verifies signature version 4 as Amazon documents it for headers. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const given = /Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  )
  const payload = String(request.headers['x-amz-content-sha256'])
  if (!given || given[1] !== KEY) return false
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  const [, , scope = '', names = '', signature] = given
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query, headers.join(''), names, payload].join('\n')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${SECRET}`)
  return hmac(key, text).toString('hex') === signature
}
