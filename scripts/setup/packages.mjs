import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { CACHE, ROOT, run } from './run.mjs'

const LOCK = `${ROOT}package-lock.json`
/** The hash of the installed lock file. A checkout changes modification times. */
const STAMP = `${CACHE}installed`

export async function ensurePackages() {
  const wanted = createHash('sha256')
    .update(await readFile(LOCK))
    .digest('hex')
  const installed = await readFile(STAMP, 'utf8').catch(() => '')
  if (installed === wanted) return
  if (!(await installedByHand())) await install()
  await mkdir(CACHE, { recursive: true })
  await writeFile(STAMP, wanted)
}

/** npm was run by hand: its copy of the lock file is not older than ours. */
async function installedByHand() {
  const [theirs, ours] = await Promise.all([timeOf(`${ROOT}node_modules/.package-lock.json`), timeOf(LOCK)])
  return theirs > 0 && theirs + 10_000 >= ours
}

const timeOf = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

async function install() {
  console.log('Instalando as dependências…')
  // Includes development packages regardless of NODE_ENV, because the Node runtime itself is one of them.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // Runs the calling npm with its own Node, because ours may be the one in node_modules that npm ci replaces.
  if (npm?.endsWith('.js')) await run(node ?? process.execPath, [npm, ...args])
  else await run('npm', args)
}
