// @module-tag operation
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { type Archive, openArchive } from '#server/lib/archive.ts'
import { addArchiveMetrics } from '#server/metrics/serve-metrics.ts'
import { startS3Server } from '#test/s3-server.ts'
import { type BaseBackup, basePath, listBaseBackups, nameAt, partPath, walPath } from './layout.ts'
import { KEPT_DAYS, pruneArchive } from './prune.ts'
import { shipWal } from './ship-wal.ts'

const POLL = { timeout: 20_000, interval: 20 }
const SYSTEM = '7431234567890123456'
const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
afterAll(() => rm(folder, { recursive: true }))

const pathsIn = async (archive: Archive, name: string): Promise<string[]> => {
  const paths = []
  for await (const path of archive.list(name)) paths.push(path)
  return paths.sort()
}

test('what is written with a key is read with it alone; what was written before stays readable', async () => {
  const place = join(folder, 'encrypted')
  const key = randomBytes(32)
  const plain = await openArchive({ place, key: null })
  await plain.write('wal/before', 'antes')
  const archive = await openArchive({ place, key })
  await archive.write('wal/after', 'depois')
  expect(String(await archive.read('wal/after'))).toBe('depois')
  expect(String(await archive.read('wal/before'))).toBe('antes')
  expect(await archive.read('wal/never')).toBeNull()
  expect(await pathsIn(archive, 'wal')).toEqual(['wal/after', 'wal/before'])
  await expect(plain.read('wal/after')).rejects.toThrow('informe a chave em BACKUP_KEY')
  const other = await openArchive({ place, key: randomBytes(32) })
  await expect(other.read('wal/after')).rejects.toThrow('BACKUP_KEY não é a chave')
  await archive.remove('wal/after')
  expect(await pathsIn(archive, 'wal')).toEqual(['wal/before'])
})

test('a bucket takes the log and gives back what was written', async () => {
  const bucket = await startS3Server({ pageSize: 2 })
  const spool = join(folder, 'spool-of-bucket')
  await mkdir(spool)
  const files = [3, 4, 5].map((number) => `00000001000000000000000${number}`)
  for (const file of files) await writeFile(join(spool, file), `log ${file}`)
  const archive = await openArchive({ place: bucket.address, key: randomBytes(32) })
  const log = pino({ level: 'silent' })
  const shipping = shipWal({ spool, data: join(folder, 'cluster-of-bucket'), system: SYSTEM, archive, log })
  await expect.poll(() => readdir(spool), POLL).toEqual([])
  await shipping.stop()
  const paths = files.map((file) => walPath(SYSTEM, file))
  expect(await pathsIn(archive, 'wal')).toEqual(paths)
  for (const [i, path] of paths.entries()) expect(String(await archive.read(path))).toBe(`log ${files[i]}`)
  expect(await archive.read('wal/never')).toBeNull()
  await archive.remove(paths[0] ?? '')
  expect(await pathsIn(archive, 'wal')).toEqual(paths.slice(1))
  archive.close()
  await bucket.stop()
})

test('a file of the log waits in the spool while the archive fails, which the metric tells', async () => {
  const [spool, data] = [join(folder, 'spool'), join(folder, 'cluster')]
  await mkdir(spool)
  await mkdir(join(data, 'pg_wal/archive_status'), { recursive: true })
  const finished = '000000010000000000000003'
  await writeFile(join(spool, finished), 'log')
  const hourAgo = new Date(Date.now() - 3_600_000)
  await utimes(join(spool, finished), hourAgo, hourAgo)
  // PostgreSQL is still writing this one.
  await writeFile(join(spool, '000000010000000000000004.tmp'), '')
  const blocked = join(folder, 'blocked')
  await writeFile(blocked, 'a file where the folder should be')

  const archive = await openArchive({ place: join(blocked, 'archive'), key: null })
  const failures: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line) => failures.push(JSON.parse(line).msg) })
  const shipping = shipWal({ spool, data, system: SYSTEM, archive, log })
  const registry = new Registry()
  addArchiveMetrics(registry, shipping.waitingMs)
  const waiting = async () =>
    Number(/^largada_wal_waiting_seconds (\S+)$/m.exec(await registry.metrics())?.[1])
  await expect.poll(() => failures, POLL).toEqual(['the write-ahead log does not reach its archive'])
  expect(await waiting()).toBeGreaterThan(3_599)

  await rm(blocked)
  await expect.poll(() => readdir(spool), POLL).toEqual(['000000010000000000000004.tmp'])
  expect(String(await archive.read(walPath(SYSTEM, finished)))).toBe('log')
  expect(await waiting()).toBe(0)
  // What PostgreSQL could not store in the spool waits too.
  await writeFile(join(data, 'pg_wal/archive_status/000000010000000000000005.ready'), '')
  await utimes(join(data, 'pg_wal/archive_status/000000010000000000000005.ready'), hourAgo, hourAgo)
  expect(await waiting()).toBeGreaterThan(3_599)
  await shipping.stop()
})

test('every moment of the kept days stays restorable, and what is older goes', async () => {
  const archive = await openArchive({ place: join(folder, 'pruned'), key: null })
  const now = new Date('2026-11-22T12:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const segment = (number: number, timeline = 1) =>
    `${String(timeline).padStart(8, '0')}00000000${number.toString(16).toUpperCase().padStart(8, '0')}`
  const add = async (days: number, first: number, system = SYSTEM) => {
    const at = daysAgo(days)
    const name = `${nameAt(at)}-${system}`
    const about = { postgres: '18.4', version: '1.0.0', secrets: null, parts: 2 }
    const base: BaseBackup = {
      ...about,
      name,
      system,
      finished_at: at.toISOString(),
      first_wal: segment(first),
    }
    for (const part of [0, 1]) await archive.write(partPath(name, part), 'x')
    await archive.write(basePath(name), JSON.stringify(base))
    return name
  }
  const lost = await add(40, 1, '7000000000000000001')
  const old = await add(KEPT_DAYS + 2, 10)
  const needed = await add(KEPT_DAYS + 1, 20)
  const recent = await add(1, 30)
  // A base backup that was abandoned long ago, and one that is being made.
  await archive.write(partPath(`${nameAt(daysAgo(30))}-${SYSTEM}`, 0), 'x')
  await archive.write(partPath(`${nameAt(now)}-${SYSTEM}`, 0), 'x')
  for (const number of [9, 10, 19, 20, 25, 31]) await archive.write(walPath(SYSTEM, segment(number)), 'x')
  await archive.write(walPath(SYSTEM, segment(32, 2)), 'x')
  await archive.write(walPath(SYSTEM, '00000002.history'), 'x')
  await archive.write(walPath('7000000000000000001', segment(3)), 'x')

  expect(await pruneArchive(archive, now)).toEqual({ kept: 2, removed: 2 })
  expect((await listBaseBackups(archive)).map(({ name }) => name)).toEqual([needed, recent])
  const left = await pathsIn(archive, 'base')
  expect(left.filter((path) => path.includes(old) || path.includes(lost))).toEqual([])
  expect(left).toContain(partPath(`${nameAt(now)}-${SYSTEM}`, 0))
  expect(left).toHaveLength(7)
  expect(await pathsIn(archive, 'wal')).toEqual(
    ['00000002.history', segment(20), segment(25), segment(31), segment(32, 2)]
      .map((file) => walPath(SYSTEM, file))
      .sort(),
  )
  // Repeated, it removes nothing.
  expect(await pruneArchive(archive, now)).toEqual({ kept: 2, removed: 0 })
  expect(await pathsIn(archive, 'base')).toEqual(left)
})
