import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { AppError, isTransient } from './errors.ts'
import type { Files } from './files.ts'

const CONNECT_MS = 3_000
/** For a complete response with the client's retries: the largest file has 10 MB. */
const REQUEST_MS = 7_000
/**
 * After a request without an answer, further requests fail at once for this time. Requests that are already
 * running go on.
 */
const SILENT_MS = 3_000

const NOT_STORED =
  'O armazenamento de arquivos não respondeu, e o arquivo não foi salvo. Tente de novo em instantes.'
const NOT_READ =
  'O armazenamento de arquivos não respondeu, e o arquivo não pôde ser lido. Tente de novo em instantes.'

/** Any S3-compatible service. Throws 503 (`busy`) when it is unavailable. */
export function s3Files(address: string, { requestMs = REQUEST_MS } = {}): Files & { close(): void } {
  const { endpoint, bucket, region, credentials } = parseAddress(address)
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Many services other than Amazon's support neither bucket host names nor the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
  })
  let silentUntil = 0

  /** Runs a request and reads its response within `requestMs`. */
  async function answered<T>(message: string, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const unavailable = (cause?: unknown) => new AppError('busy', { message, retryAfterSeconds: 5, cause })
    if (performance.now() < silentUntil) throw unavailable()
    const ended = new AbortController()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      silentUntil = performance.now() + SILENT_MS
      late.reject(unavailable())
      ended.abort()
    }, requestMs)
    const work = send(ended.signal)
    try {
      return await Promise.race([work, late.promise])
    } catch (error) {
      throw isPassing(error) || isTransient(error) ? unavailable(error) : error
    } finally {
      clearTimeout(timer)
      work.catch(() => undefined)
    }
  }
  return {
    async write(path, bytes) {
      const put = new PutObjectCommand({ Bucket: bucket, Key: path, Body: Buffer.from(bytes) })
      await answered(NOT_STORED, (abortSignal) => client.send(put, { abortSignal }))
    },
    async read(path) {
      try {
        return await answered(NOT_READ, async (abortSignal) => {
          const get = new GetObjectCommand({ Bucket: bucket, Key: path })
          const { Body } = await client.send(get, { abortSignal })
          return Buffer.from((await Body?.transformToByteArray()) ?? [])
        })
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(path) {
      const remove = new DeleteObjectCommand({ Bucket: bucket, Key: path })
      await answered(NOT_STORED, (abortSignal) => client.send(remove, { abortSignal }))
    },
    async *list(folder) {
      let next: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: `${folder}/`,
            Delimiter: '/',
            ContinuationToken: next,
          }),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { path: Key, changedAt: LastModified }
        next = page.NextContinuationToken
      } while (next)
    },
    close: () => client.destroy(),
  }
}

/** Whether a later call may succeed. The client has retried; `errors.ts` recognizes connection errors. */
function isPassing(error: unknown): boolean {
  if (error instanceof Error && error.name === 'TimeoutError') return true
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 0
  return status === 429 || status >= 500
}

/** `https://KEY:SECRET@host/bucket?region=sa-east-1`, validated by `config.ts`. */
function parseAddress(address: string) {
  const url = new URL(address)
  return {
    endpoint: url.origin,
    bucket: decodeURIComponent(url.pathname.slice(1)),
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
  }
}
