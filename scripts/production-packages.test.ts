import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, test } from 'vitest'

/** Imports of values only, because imports of types do not exist when the server runs. */
const IMPORTED =
  /(?:^import (?!type ).* from |^\} from |^import |\bimport\()'((?:@[^/']+\/)?[^./#@'][^/']*)/gm

test('the server imports only packages that a production installation has', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const sources = globSync('{contract/src,server/src,server/postgres}/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && file !== 'server/src/dev.ts',
  )
  const imported = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, name = '']) => name),
  )
  const packages = new Set(
    imported.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)),
  )
  expect(packages).toContain('fastify')
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([])
})
