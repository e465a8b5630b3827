import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { AppError } from './errors.ts'
import type { Files } from './files.ts'

const CONNECT_MS = 3_000
/** A whole answer: the largest file has 10 MB. */
const REQUEST_MS = 20_000

/** A bucket of any service that speaks the S3 protocol. An object is visible when it is whole. Not reachable: 503 (`busy`). */
export function s3Files(address: string): Files & { close(): void } {
  const { endpoint, bucket, region, credentials } = parseAddress(address)
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Services other than Amazon's often know neither host names for buckets nor the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
    },
  })
  const answered = <T>(sent: Promise<T>): Promise<T> =>
    sent.catch((error) => {
      throw isPassing(error) ? new AppError('busy', { retryAfterSeconds: 5, cause: error }) : error
    })
  return {
    async write(path, bytes) {
      const put = new PutObjectCommand({ Bucket: bucket, Key: path, Body: Buffer.from(bytes) })
      await answered(client.send(put))
    },
    async read(path) {
      try {
        const { Body } = await answered(client.send(new GetObjectCommand({ Bucket: bucket, Key: path })))
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(path) {
      await answered(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: path })))
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

/** After the client's own attempts: too slow, too many requests, or a failure of the service. Connection errors are known by their code. */
function isPassing(error: unknown): boolean {
  if (error instanceof Error && error.name === 'TimeoutError') return true
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 0
  return status === 429 || status >= 500
}

/** `https://KEY:SECRET@host/bucket?region=sa-east-1`; checked by `config.ts`. */
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
