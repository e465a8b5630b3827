import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { findAsset } from './other-releases.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const releases = await mkdtemp(join(tmpdir(), 'largada-test-'))
afterAll(() => rm(releases, { recursive: true, force: true }))
const assets = join(releases, 'v1.0.0/web/build/client/assets')
await mkdir(assets, { recursive: true })
await mkdir(join(releases, 'v1.1.0'))
await writeFile(join(assets, 'a1b2c3.js'), 'previous()')
await writeFile(join(releases, 'v1.0.0/secret.js'), 'secret')

test('an open page loads the scripts of the release that it came from', async () => {
  const { fastify } = await buildApp(app.deps, {
    web: {
      createPages: () => ({
        addressOf: (url) => ({ url, typed: false }),
        find: async (address) => address,
        render: async () => new Response('<p>page</p>'),
      }),
      mountAssets: (mounted) => void mounted.register(fastifyStatic, { root: releases, serve: false }),
      findAsset: (name) => findAsset(releases, name),
    },
  })
  afterAll(() => fastify.close())
  const found = await fastify.inject('/assets/a1b2c3.js')
  expect(found.body).toBe('previous()')
  expect(found.headers['content-type']).toContain('javascript')
  for (const path of ['/assets/none.js', '/assets/..%2f..%2f..%2f..%2fsecret.js', '/assets/.hidden'])
    expect((await fastify.inject(path)).statusCode, path).toBe(404)
})

test('only the name of an asset is looked for', async () => {
  expect(await findAsset(releases, 'a1b2c3.js')).toBe(assets)
  expect(await findAsset(releases, '../../../../secret.js')).toBeNull()
  expect(await findAsset(join(releases, 'none'), 'a1b2c3.js')).toBeNull()
})
