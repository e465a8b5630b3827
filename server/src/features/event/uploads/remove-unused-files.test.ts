import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { SHAPES, storePicture } from '#server/lib/images.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { deleteUnusedUploads } from './queries.ts'
import { removeUnusedFiles } from './remove-unused-files.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const { files } = app.deps

const HOUR_MS = 3_600_000
/** Runs the job at a later time. */
const sweep = (hours: number) =>
  removeUnusedFiles({
    db,
    files,
    config: loadConfig({}),
    clock: { now: () => new Date(Date.now() + hours * HOUR_MS) },
  })
const isThere = async (path: string) => (await files.read(path)) !== null

async function upload(path: string, purpose: string): Promise<string> {
  await files.write(path, 'x')
  const row = { path, purpose, media_type: 'application/pdf', bytes: 1, created_at: new Date() }
  await db.insertInto('uploads').values(row).execute()
  return path
}

test('an unreferenced file is removed after a day; a used one stays', async () => {
  const user = await createUser(db)
  const event = await createEvent(db)
  const order = await createOrder(db, event, { buyer: user })
  const used = await upload(`answers/${randomUUID()}.pdf`, 'answer')
  const unused = await upload(`answers/${randomUUID()}.pdf`, 'answer')
  await db
    .insertInto('questionnaire_answers')
    .values({
      registration_id: at(order.registrations, 0).id,
      questionnaire_id: at(event.questionnaires, 0).id,
      question: 'Tem atestado?',
      accepted: true,
      file_path: used,
    })
    .execute()
  const lost = `documents/${randomUUID()}.pdf`
  const half = `answers/${randomUUID()}.pdf.${randomUUID()}.part`
  const avatar = `avatars/${randomUUID()}.webp`
  const notOurs = 'events/noturna-do-centro.svg'
  for (const path of [lost, half, avatar, notOurs]) await files.write(path, 'x')
  await db.updateTable('users').set({ image_path: avatar }).where('id', '=', user.id).execute()

  const regulation = await upload(`routes/${randomUUID()}.pdf`, 'regulation')
  await db
    .updateTable('events')
    .set({ regulation_url: `/storage/${regulation}` })
    .where('id', '=', event.id)
    .execute()

  expect(await sweep(23)).toEqual({ files: 0, uploads: 0 })
  expect(await sweep(25)).toEqual({ files: 2, uploads: 1 })
  for (const path of [unused, lost, half]) expect(await isThere(path), path).toBe(false)
  for (const path of [used, regulation, avatar, notOurs]) expect(await isThere(path), path).toBe(true)
  expect(await sweep(25)).toEqual({ files: 0, uploads: 0 })
})

test("a picture's copies stay and are removed together with it", async () => {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#e97504' } })
    .png()
    .toBuffer()
  const { path } = await storePicture(files, 'events', bytes, SHAPES.square)
  const copy = path.replace('.jpg', '-64.avif')
  const event = await createEvent(db)
  await db.updateTable('events').set({ cover_path: path }).where('id', '=', event.id).execute()
  await sweep(25)
  expect(await isThere(copy)).toBe(true)
  await db.updateTable('events').set({ cover_path: null }).where('id', '=', event.id).execute()
  await sweep(25)
  expect(await isThere(copy)).toBe(false)
  expect(await isThere(path)).toBe(false)
})

test('an answer cannot reference a removed file', async () => {
  const event = await createEvent(db)
  const order = await createOrder(db, event, { buyer: await createUser(db) })
  const path = await upload(`answers/${randomUUID()}.pdf`, 'answer')
  const answer = () =>
    db
      .insertInto('questionnaire_answers')
      .values({
        registration_id: at(order.registrations, 0).id,
        questionnaire_id: at(event.questionnaires, 0).id,
        question: '?',
        accepted: true,
        file_path: path,
      })
      .execute()
  await deleteUnusedUploads(db, new Date(Date.now() + HOUR_MS))
  await expect(answer()).rejects.toThrow(/foreign key/)
})

test('every column of the schema that contains a path is checked', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.table_name || '.' || c.column_name as place from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%\\_path'
      and not exists (
        select from information_schema.view_column_usage used
        where used.view_name = 'file_references' and used.table_name = c.table_name and used.column_name = c.column_name
      )`.execute(db)
  expect(rows).toEqual([])
})
