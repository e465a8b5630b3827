import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const BIOME = resolve('node_modules/.bin/biome')

interface Config {
  vcs: unknown
  plugins: { path: string }[]
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'))
  const config = JSON.parse(await readFile('biome.json', 'utf8')) as Config
  const plugins = config.plugins.map((plugin) => ({ ...plugin, path: resolve(plugin.path) }))
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: {}, plugins }))
})

afterAll(() => rm(folder, { recursive: true }))

async function lint(path: string, source: string): Promise<string> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, source)
  return spawnSync(BIOME, ['lint', path], { cwd: folder, encoding: 'utf8' }).stderr
}

const RULE = 'The text of a locale differs between browsers.'

test.each([
  "new Intl.DateTimeFormat('en-CA').format(new Date())",
  "Intl.NumberFormat('pt-BR').format(1.5)",
  "globalThis.Intl.NumberFormat('pt-BR').format(1.5)",
  "(1).toLocaleString('pt-BR')",
  'new Date()?.toLocaleDateString()',
  '[new Date()].map((day) => day.toLocaleTimeString())',
])('the lint refuses %s', async (source) => {
  expect(await lint('web/app/words.ts', `export const words = ${source}\n`)).toContain(RULE)
})

test.each([
  ['contract/src/dates.ts', "new Intl.DateTimeFormat('en-US').formatToParts(new Date())"],
  ['server/src/order.ts', "new Intl.Collator('pt-BR')"],
])('the lint accepts, in %s, %s', async (path, source) => {
  expect(await lint(path, `export const value = ${source}\n`)).not.toContain(RULE)
})
