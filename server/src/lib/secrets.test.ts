import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

const newFolder = () => mkdtemp(join(tmpdir(), 'largada-secrets-'))

test('processes that start together on a new folder have the same secrets', async () => {
  const folder = await newFolder()
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(folder)))
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1)
  expect(await readdir(folder)).toEqual(['secrets.json'])
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('stored secrets stay, and missing ones are added', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'secrets.json'), '{"gatewayWebhookSecret":"de antes"}')
  const { gatewayWebhookSecret, ...added } = await loadSecrets(folder)
  expect(gatewayWebhookSecret).toBe('de antes')
  expect(Object.keys(added)).toEqual(['sandboxKey', 'secondFactorKey', 'waitingRoomKey'])
  for (const secret of Object.values(added)) expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await loadSecrets(folder)).toEqual({ gatewayWebhookSecret, ...added })
})
