import { beforeEach, expect, test } from 'vitest'
import { ApiFailure } from '#web/api/api.ts'
import { clearSession, saveSession } from '#web/session/session.ts'
import { withCopy } from './copies.ts'
import { COPIES } from './forget-copies.ts'

/* Offline copies of a user's own registrations. */

const MINE = { name: 'Bruna Prado', cpf: '52998224725' }
const offline = () => Promise.reject(new ApiFailure(0, 'Erro de conexão.'))
const load = () => Promise.resolve(MINE)

const signInAs = (id: number) =>
  saveSession({
    token: `token-${id}`,
    user: { id, name: 'Bruna', email: 'bruna@exemplo.test', image: null, organizer: null },
    roles: ['Participante'],
    permissions: [],
  })

/** Everything in the database; empty while there is none. */
async function stored(): Promise<Map<string, unknown>> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(COPIES)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onupgradeneeded = () => request.transaction?.abort()
  }).catch(() => null)
  if (!db) return new Map()
  const ask = <T,>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
  const store = db.transaction('copies').objectStore('copies')
  const [keys, values] = await Promise.all([ask(store.getAllKeys()), ask(store.getAll())])
  db.close()
  return new Map(keys.map((key, i) => [String(key), values[i]]))
}

async function keepOne(): Promise<void> {
  expect(await withCopy('registration 7', load)).toEqual({ ...MINE, keptAt: null })
  await expect.poll(async () => (await stored()).has('1:registration 7')).toBe(true)
}

beforeEach(async () => {
  await expect.poll(async () => (await stored()).size).toBe(0)
  signInAs(1)
})

test('without a connection the stored copy is returned, with its time', async () => {
  await keepOne()
  const copy = await withCopy<typeof MINE>('registration 7', offline)
  expect(copy).toMatchObject(MINE)
  expect(Date.now() - Date.parse(copy.keptAt ?? '')).toBeLessThan(60_000)
})

test('data without a copy, and any other failure, fails as usual', async () => {
  await keepOne()
  await expect(withCopy('registration 8', offline)).rejects.toMatchObject({ status: 0 })
  const refused = () => Promise.reject(new ApiFailure(403, 'Sem permissão.'))
  await expect(withCopy('registration 7', refused)).rejects.toMatchObject({ status: 403 })
})

test('a registration that no longer exists leaves no copy', async () => {
  await keepOne()
  const gone = () => Promise.reject(new ApiFailure(404, 'Inscrição não encontrada.'))
  await expect(withCopy('registration 7', gone)).rejects.toMatchObject({ status: 404 })
  await expect.poll(async () => (await stored()).has('1:registration 7')).toBe(false)
})

test('copies are encrypted with a key that cannot be exported', async () => {
  await keepOne()
  const found = await stored()
  const sealed = found.get('1:registration 7') as { iv: Uint8Array; data: ArrayBuffer }
  expect(new TextDecoder().decode(sealed.data)).not.toMatch(/Bruna|52998224725|cpf/)
  const key = found.get('key') as CryptoKey
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

test('another account cannot read them', async () => {
  await keepOne()
  signInAs(2)
  await expect(withCopy('registration 7', offline)).rejects.toMatchObject({ status: 0 })
})

test('signing out, or the end of the session, deletes copies and key', async () => {
  await keepOne()
  clearSession()
  await expect.poll(async () => (await stored()).size).toBe(0)
  signInAs(1)
  await expect(withCopy('registration 7', offline)).rejects.toMatchObject({ status: 0 })
})

test('copies of an older version of the product are deleted, because its screens differ', async () => {
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(COPIES, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('copies').put({}, '1:registration 7')
    request.onsuccess = () => resolve(request.result.close())
  })
  await expect(withCopy('registration 7', offline)).rejects.toMatchObject({ status: 0 })
  await expect.poll(async () => (await stored()).size).toBe(0)
})
