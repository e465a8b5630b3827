import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { poolOf } from '#server/lib/db.ts'
import type { Fault } from './fault.ts'

const STRACE = '/usr/bin/strace'
const FLUSH_MS = 300
const SLOW_MS = 15_000

/** Including processes that start meanwhile. */
export const diskSlow: Fault = {
  name: 'disk-slow',
  lacks: () => (existsSync(STRACE) ? null : 'strace is not installed'),
  async inject({ databaseDir }) {
    const postmaster = Number.parseInt(await readFile(join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    const pids = [String(postmaster), ...children.split(' ').filter(Boolean)]
    const strace = spawn(
      STRACE,
      [
        ...['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fdatasync,fsync,sync_file_range'],
        ...['-e', `inject=fdatasync,fsync:delay_enter=${FLUSH_MS * 1000}`],
        ...pids.flatMap((pid) => ['-p', pid]),
      ],
      { stdio: 'ignore' },
    )
    await wait(SLOW_MS)
    const gone = once(strace, 'exit')
    // strace detaches from the processes, which continue.
    strace.kill('SIGINT')
    await gone
    return 1
  },
}

export const diskFull: Fault = {
  name: 'disk-full',
  lacks: ({ disk }) => (disk.isOwn ? null : 'only root can mount a small file system'),
  async inject(world) {
    const free = fillDisk(world.disk.path)
    await wait(5_000)
    // PostgreSQL needs another file for its write-ahead log and stops. It cannot start before space is free.
    await poolOf(world.db)
      .query('select pg_switch_wal()')
      .catch(() => undefined)
    await wait(5_000)
    await free()
    const { bavail, bsize } = await statfs(world.disk.path)
    if (bavail * bsize < 2 ** 20) throw new Error('the disk is still full')
    return 1
  },
}

/** Returns a function that frees the space. */
function fillDisk(path: string): () => Promise<void> {
  const { bavail, bsize } = statfsSync(path)
  const ballast = join(path, 'ballast')
  const rest = join(path, 'ballast-rest')
  spawnSync('fallocate', ['-l', String(bavail * bsize - 2 ** 20), ballast])
  spawnSync('dd', ['if=/dev/zero', `of=${rest}`, 'bs=4096'])
  return async () => {
    await rm(ballast, { force: true })
    await rm(rest, { force: true })
  }
}
