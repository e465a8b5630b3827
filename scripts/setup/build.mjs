import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { NODE, ROOT, run } from './run.mjs'

/** Contains the hash of the sources of the last build. */
const STAMP = `${ROOT}web/build/inputs.sha256`
const FOLDERS = ['web/app', 'web/public', 'contract/src']

/** Builds the web unless the current sources are built already. */
export async function ensureBuild() {
  const wanted = await hashInputs()
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  if (built === wanted) return
  console.log('Construindo as páginas…')
  await run(NODE, ['node_modules/.bin/react-router', 'build', 'web'], {
    env: { NODE_ENV: 'production' },
  })
  await writeFile(STAMP, wanted)
}

async function hashInputs() {
  const hash = createHash('sha256')
  for (const path of await listInputs())
    hash
      .update(path)
      .update('\0')
      .update(await readFile(ROOT + path))
      .update('\0')
  return hash.digest('hex')
}

async function listInputs() {
  const inFolders = await Promise.all(FOLDERS.map(listFiles))
  const configuration = (await readdir(`${ROOT}web`)).filter((name) => /\.(ts|mjs|cjs)$/.test(name))
  const files = [
    ...inFolders.flat(),
    ...configuration.map((name) => `web/${name}`),
    'package.json',
    'package-lock.json',
  ]
  return files.filter((path) => !/\.test\.tsx?$/.test(path)).sort()
}

async function listFiles(folder) {
  const entries = await readdir(ROOT + folder, { withFileTypes: true }).catch(() => [])
  const lists = await Promise.all(
    entries.map((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? listFiles(path) : [path]
    }),
  )
  return lists.flat()
}
