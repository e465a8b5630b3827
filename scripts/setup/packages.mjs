import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { CACHE, ROOT, run } from './run.mjs'

const LOCK = `${ROOT}package-lock.json`
/** The lock file that `node_modules` was installed from, as a hash: a checkout changes times without changing content. */
const STAMP = `${CACHE}installed`

/** `npm ci` when `node_modules` is not what the lock file says. */
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

/** Somebody ran npm already: its own copy of the lock file is not older than ours, but for the moment between writing the two. */
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
  // Development packages too, whatever NODE_ENV says: the runtime itself is one of them.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // The npm that started us, on its own Node: ours may be the very one in node_modules that npm ci replaces.
  if (npm?.endsWith('.js')) await run(node ?? process.execPath, [npm, ...args])
  else await run('npm', args)
}
