import { ConfigError } from '#server/lib/environment.ts'
import { isDatabaseError, isTransient } from '#server/lib/errors.ts'

/** Error codes of a folder that this user may not write to, or that has no space. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'])

/** Explains to the operator why the start failed; null for an unexpected error. */
export function explainFailedStart(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof ConfigError) return error.message
  const { code, path, port, syscall } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `A porta ${port} já está em uso. Escolha outra com PORT ou METRICS_ADDRESS.`
  // Node reports ENOENT when `mkdir` meets a read-only file system.
  if (code && path && (UNWRITABLE.has(code) || (code === 'ENOENT' && syscall === 'mkdir')))
    return `Não foi possível usar ${path} (${code}). Confira DATA_DIR, o dono da pasta e o espaço no disco.`
  if (isTransient(error)) return `O banco de dados não respondeu: ${error.message}`
  if (isDatabaseError(error)) return `O banco de dados recusou o início: ${error.message}`
  return Object.getPrototypeOf(error) === Error.prototype && !code ? error.message : null
}
