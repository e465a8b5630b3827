import { once } from 'node:events'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Archive } from '#server/lib/archive.ts'
import { type BaseBackup, basePath, nameAt, partPath, walPath } from './layout.ts'

const PART_BYTES = 8 * 1024 * 1024
/** How long to wait until the write-ahead log that the base backup needs has reached the archive. */
const SHIPPED_MS = 5 * 60_000

type About = Pick<BaseBackup, 'version' | 'secrets'>

/**
 * Copies the running cluster into the archive with the replication protocol, as `pg_basebackup` does, which the
 * embedded PostgreSQL lacks. The server at `url` ships its write-ahead log to the same archive.
 */
export async function makeBaseBackup(url: string, archive: Archive, about: About): Promise<BaseBackup> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'largada-base-backup',
    replication: 'database',
  } as pg.ClientConfig)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { system, postgres, archives } = await selectCluster(client)
    if (!archives)
      throw new Error('O servidor que está no ar começou sem BACKUP_WAL. Reinicie-o e faça a cópia de novo.')
    const name = `${nameAt(new Date())}-${system}`
    const [parts, { firstLsn, lastLsn }] = await copyCluster(client, archive, name)
    const { first_wal, last_wal, finished_at } = await selectBounds(client, firstLsn, lastLsn)
    await isShipped(archive, walPath(system, last_wal))
    const base = {
      ...about,
      name,
      system,
      postgres,
      first_wal,
      finished_at: finished_at.toISOString(),
      parts,
    }
    await archive.write(basePath(name), JSON.stringify(base, null, 2))
    return base
  } finally {
    await client.end()
  }
}

async function selectCluster(client: pg.Client) {
  const { rows } = await client.query<{ system: string; postgres: string; archives: boolean }>(
    `select system_identifier::text as system, current_setting('server_version') as postgres,
      current_setting('archive_mode') = 'on' as archives
     from pg_control_system()`,
  )
  return oneOf(rows)
}

/** The first and last file of the log that the base backup needs. */
async function selectBounds(client: pg.Client, firstLsn: string, lastLsn: string) {
  const fileOf = (lsn: string) => `pg_walfile_name(${pg.escapeLiteral(lsn)}::pg_lsn)`
  const { rows } = await client.query<{ first_wal: string; last_wal: string; finished_at: Date }>(
    `select ${fileOf(firstLsn)} as first_wal, ${fileOf(lastLsn)} as last_wal, clock_timestamp() as finished_at`,
  )
  return oneOf(rows)
}

function oneOf<T>([row]: readonly T[]): T {
  if (!row) throw new Error('PostgreSQL answered nothing')
  return row
}

interface Bounds {
  firstLsn: string
  lastLsn: string
}

/** Returns the number of parts. */
async function copyCluster(client: pg.Client, archive: Archive, name: string): Promise<[number, Bounds]> {
  const tar = new PassThrough()
  const [parts, bounds] = await Promise.all([storeParts(tar, archive, name), streamCluster(client, tar)])
  return [parts, bounds]
}

async function storeParts(tar: PassThrough, archive: Archive, name: string): Promise<number> {
  let parts = 0
  let chunks: Buffer[] = []
  let bytes = 0
  const store = async () => {
    await archive.write(partPath(name, parts), Buffer.concat(chunks))
    parts += 1
    chunks = []
    bytes = 0
  }
  for await (const chunk of tar) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) await store()
  }
  if (bytes > 0) await store()
  return parts
}

/**
 * Each message of the copy begins with a letter: `d` is content of the tar file, which is the only one because there
 * are no tablespaces; the others announce files and progress.
 */
async function streamCluster(client: pg.Client, tar: PassThrough): Promise<Bounds> {
  const query = new pg.Query(
    "BASE_BACKUP (LABEL 'largada', CHECKPOINT 'fast', MANIFEST 'no', TARGET 'client')",
  )
  Object.assign(query, {
    handleCopyData({ chunk }: { chunk: Buffer }, { stream }: { stream: Socket }) {
      if (chunk[0] !== 'd'.charCodeAt(0)) return
      // The parser uses its buffer again.
      if (tar.write(Buffer.from(chunk.subarray(1)))) return
      stream.pause()
      tar.once('drain', () => stream.resume())
    },
  })
  try {
    const ended = once(query, 'end')
    client.query(query)
    const [results] = (await ended) as [{ rows: { recptr?: string }[] }[]]
    const positions = results.flatMap(({ rows }) => rows.flatMap(({ recptr }) => recptr ?? []))
    const [firstLsn, lastLsn] = [positions.at(0), positions.at(-1)]
    if (!firstLsn || !lastLsn) throw new Error('the base backup has no bounds')
    tar.end()
    return { firstLsn, lastLsn }
  } catch (error) {
    tar.destroy(error as Error)
    throw error
  }
}

async function isShipped(archive: Archive, path: string): Promise<void> {
  const deadline = performance.now() + SHIPPED_MS
  while (!(await archive.read(path))) {
    if (performance.now() > deadline)
      throw new Error(
        'O log do PostgreSQL não chega ao arquivo de BACKUP_WAL. O log do servidor diz por quê.',
      )
    await wait(250)
  }
}
