import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Null: the user of this process. */
export type Account = { uid: number; gid: number } | null

const SYSTEM_USER = 'postgres'

export const isRoot = (): boolean => process.getuid?.() === 0

/** PostgreSQL refuses to run as root. Creates its user if it is missing. */
export async function systemAccount(): Promise<NonNullable<Account>> {
  const existing = await lookUp()
  if (existing) return existing
  await execute('useradd', [
    '--system',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    SYSTEM_USER,
  ]).catch((error) => {
    throw new Error(
      `O PostgreSQL não roda como root, e não foi possível criar o usuário de sistema ${SYSTEM_USER}. ` +
        'Rode o servidor como um usuário comum, ou use DATABASE_URL.',
      { cause: error },
    )
  })
  const created = await lookUp()
  if (!created) throw new Error(`O usuário de sistema ${SYSTEM_USER} foi criado, mas não foi encontrado.`)
  return created
}

async function lookUp(): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([
      execute('id', ['-u', SYSTEM_USER]),
      execute('id', ['-g', SYSTEM_USER]),
    ])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

export const runAs = (account: Account, program: string, args: string[]) =>
  execute(program, args, { ...account, cwd: '/', env: POSTGRES_ENVIRONMENT })

/** Replaces the inherited environment, which may contain secrets. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Tested by trying, because owners, groups and ACLs of all parents matter. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  if (!account) return true
  try {
    await runAs(account, '/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', path])
    return true
  } catch {
    return false
  }
}
