import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PLANTED = [
  "export const token = localStorage.getItem('token')",
  "export const chosen = window.sessionStorage.getItem('chosen')",
  'export const { indexedDB: databases } = globalThis',
  "export const cache = caches.open('pages')",
  'export const worker = navigator.serviceWorker?.controller',
  "export const useIt = () => useLocalStorage({ key: 'it' })",
]

test('the static checks refuse direct use of browser storage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'web/app/storage'), { recursive: true })
  for (const path of ['biome.json', 'scripts/lint']) cpSync(path, join(folder, path), { recursive: true })
  for (const name of ['planted', 'storage/browser-storage', 'planted.test'])
    writeFileSync(join(folder, `web/app/${name}.ts`), `${PLANTED.join('\n')}\n`)
  const { stderr } = spawnSync(
    'biome',
    ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=concise', '.'],
    { cwd: folder, encoding: 'utf8' },
  )
  const found = stderr.split('\n').filter((line) => line.includes('Storage goes through'))
  expect(found.map((line) => /web\/app\/planted\.ts:(\d+)/.exec(line)?.[1])).toEqual(
    PLANTED.map((_, i) => String(i + 1)),
  )
})
