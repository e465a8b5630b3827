// @module-tag operation
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { eraseAfterRestore } from '#server/backup/erase-again.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openArchive } from '#server/lib/archive.ts'
import { createDb, createPool, type Db } from '#server/lib/db.ts'
import { diskFiles, type Files } from '#server/lib/files.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testApp } from './app.ts'
import { emptyDatabase, testDatabase } from './database.ts'
import { PASSWORD, passwordHash } from './factories/account.ts'
import { at, createEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { createUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'

// A backup has the people that were removed since it was made. They are removed again after a restore.

const { db, url } = await testDatabase()
const app = await testApp(db)
const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
const { config, files } = app.deps
config.backupArchive = { place: join(folder, 'archive'), key: null }
const today = dayIn('America/Sao_Paulo', new Date())
const event = await createEvent(db, { eventOn: addDays(today, -1), registrationEndsOn: addDays(today, -2) })

async function runner(name: string) {
  const user = await createUser(db, { name, passwordHash })
  const order = await createOrder(db, event, { buyer: user, payment: { status: 3 } })
  return { user, registrationId: at(order.registrations, 0).id }
}

const namesIn = async (of: Db, { user, registrationId }: Awaited<ReturnType<typeof runner>>) => [
  (await of.selectFrom('users').where('id', '=', user.id).select('name').executeTakeFirst())?.name,
  (await of.selectFrom('registrations').where('id', '=', registrationId).select('name').executeTakeFirst())
    ?.name,
]

/** Restores the copy into an empty database; the key of the second factors is not needed. */
async function restored(copy: string, from: Files) {
  const databaseUrl = await emptyDatabase()
  const target = createDb(createPool(databaseUrl, { onError: () => undefined }))
  onTestFinished(() => target.destroy())
  const dataDir = join(folder, randomUUID())
  const place = { databaseUrl, files: from, dataDir, key: null, withoutSecrets: true }
  await restoreBackup(copy, place)
  return { target, databaseUrl }
}

test('people removed after the backup are removed again after a restore, from either note', async () => {
  const [leaver, stayer] = [await runner('Beatriz Única'), await runner('Caio Fica')]
  const gone = 'documents/beatriz.pdf'
  await files.write(gone, 'x')
  await db.updateTable('users').set({ document_path: gone }).where('id', '=', leaver.user.id).execute()
  const copy = join(folder, 'copy')
  await createBackup({ databaseUrl: url, files, dataDir: config.dataDir, key: null }, copy)

  const answer = await app.call('DELETE', '/me', { token: leaver.user.token, body: { password: PASSWORD } })
  expect(answer.statusCode).toBe(200)
  await runJobsOnce(app.deps)
  expect(await namesIn(db, leaver)).toEqual(['Participante removido', 'Participante removido'])
  const [note] = await readdir(join(config.dataDir, 'files/erasures'))
  expect(String(await files.read(`erasures/${note}`))).not.toMatch(/Beatriz|@|\d{11}/)

  // The notes survive beside the files, or in the archive when the files are lost with the disk.
  const lost = diskFiles(join(folder, 'lost'))
  for (const place of [
    { files, backupArchive: null },
    { files: lost, backupArchive: config.backupArchive },
  ]) {
    const { target, databaseUrl } = await restored(copy, place.files)
    expect(await namesIn(target, leaver)).toEqual(['Beatriz Única', leaver.user.name])
    expect(await eraseAfterRestore(databaseUrl, place)).toBe(1)
    expect(await namesIn(target, leaver)).toEqual(['Participante removido', 'Participante removido'])
    expect(await namesIn(target, stayer)).toEqual(['Caio Fica', 'Caio Fica'])
    expect(await brokenInvariants(target)).toEqual([])
    // Repeated, it finds nobody.
    expect(await eraseAfterRestore(databaseUrl, place)).toBe(0)
  }
})

test('a restore whose process dies leaves the removal to the next server', async () => {
  const leaver = await runner('Dora Some')
  const copy = join(folder, 'second')
  await createBackup({ databaseUrl: url, files, dataDir: config.dataDir, key: null }, copy)
  await app.call('DELETE', '/me', { token: leaver.user.token, body: { password: PASSWORD } })
  await runJobsOnce(app.deps)

  const { target } = await restored(copy, files)
  const next = await testApp(target)
  next.deps.files = files
  await runJobsOnce(next.deps)
  expect(await namesIn(target, leaver)).toEqual(['Participante removido', 'Participante removido'])
  await next.close()
})

test('somebody who got the id of a removed person after a restore is not removed', async () => {
  const later = await runner('Elisa Depois')
  const archive = await openArchive({ place: join(folder, 'archive'), key: null })
  const id = randomUUID()
  const removedAt = new Date(Date.now() - 60_000).toISOString()
  const note = {
    id,
    account: later.user.id,
    registrations: [later.registrationId],
    keeps_name: false,
    at: removedAt,
  }
  await archive.write(`erasures/${id}`, JSON.stringify(note))
  await eraseAfterRestore(url, { files, backupArchive: config.backupArchive })
  expect(await namesIn(db, later)).toEqual(['Elisa Depois', 'Elisa Depois'])
})
