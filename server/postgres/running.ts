import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { passwordFile } from './cluster.ts'
import { clusterDir, readPointer } from './data-folder.ts'
import { urlOf } from './launch.ts'
import { DATABASE } from './postmaster.ts'

/** Line of `postmaster.pid` that holds the port. */
const PORT_LINE = 3

/** Where the embedded PostgreSQL of a data folder answers now, for tools that work beside the server; null when it does not run. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const dir = (await readPointer(dataDir)) ?? dataDir
  const pidFile = await readFile(join(clusterDir(dir), 'postmaster.pid'), 'utf8').catch(() => '')
  const password = await readFile(passwordFile({ dir }), 'utf8').catch(() => '')
  const port = Number(pidFile.split('\n')[PORT_LINE])
  if (!port || !password) return null
  const url = urlOf({ password: password.trim() }, port, DATABASE)
  // After a crash the file is there and the server is not.
  return (await answers(url)) ? url : null
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
