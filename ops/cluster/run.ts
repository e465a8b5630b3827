import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from './cluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'largada-cluster-'))
const cluster = await startCluster(folder, (line) => console.log(line))
console.log(`\nLargada: ${cluster.url}\nPrimary: ${cluster.databaseUrl}\nSettings and logs: ${folder}\n`)
console.table(await cluster.members())
console.log('Ctrl-C stops it and removes its data.')
process.once('SIGINT', async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
