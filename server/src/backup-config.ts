import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { ArchivePlace } from './lib/archive.ts'
import { ConfigError, isBucket, isSafeTransport } from './lib/environment.ts'

export interface BackupConfig {
  /** Encrypts backups and the archive; 32 bytes. Null: they are not encrypted. */
  backupKey: Buffer | null
  /** Where the write-ahead log of the embedded PostgreSQL and its base backups are kept; null: nowhere. */
  backupArchive: ArchivePlace | null
}

const KEY_BYTES = 32

export const BACKUP_ENVIRONMENT = {
  BACKUP_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(
      (key) => key.length === KEY_BYTES,
      'BACKUP_KEY precisa ter 32 bytes em base64, como os que openssl rand -base64 32 cria.',
    )
    .optional(),
  BACKUP_WAL: z
    .string()
    .refine(
      (text) => isAbsolute(text) || isBucket(text),
      'BACKUP_WAL precisa ser uma pasta, como /backup/largada, ou o endereço de um bucket, como o de STORAGE_URL.',
    )
    .refine(
      (text) => !isBucket(text) || isSafeTransport(text) || !new URL(text).hostname.includes('.'),
      'BACKUP_WAL precisa começar com https://, porque leva a chave do bucket.',
    )
    .optional(),
}

export const backupConfig = (env: z.output<z.ZodObject<typeof BACKUP_ENVIRONMENT>>): BackupConfig => ({
  backupKey: env.BACKUP_KEY ?? null,
  backupArchive: env.BACKUP_WAL ? { place: env.BACKUP_WAL, key: env.BACKUP_KEY ?? null } : null,
})

/** For a command that needs nothing else of the environment, as on a machine that only keeps backups. */
export function readBackupConfig(environment: NodeJS.ProcessEnv): BackupConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = z.object(BACKUP_ENVIRONMENT).safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message)
  return backupConfig(parsed.data)
}
