import pg from 'pg'
import { ZodError } from 'zod'
import {
  ANSWERED_CODES,
  ERRORS,
  type ErrorCode,
  type ErrorEnvelope,
  type FieldErrors,
  type FieldProblem,
  toFieldErrors,
} from '#contract/errors.ts'
import type { SecurityEvent } from './security-log.ts'

interface Details {
  message?: string
  errors?: FieldErrors
  /** For `Retry-After`. */
  retryAfterSeconds?: number
  challenge?: string
  /** Data from which the caller decides what to do next. */
  data?: ErrorEnvelope['data']
  /** Position in a queue: the number of requests ahead of this one. */
  waiting?: number
  /** A missing account or address is taken from the request. */
  securityEvent?: Pick<SecurityEvent, 'kind' | 'detail'> & { userId?: number | null }
  cause?: unknown
}

/** A failure with a stable code (`http.ts` makes the envelope). Any other error is answered with 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined
  readonly challenge: string | undefined
  readonly waiting: number | undefined
  readonly data: ErrorEnvelope['data']
  readonly securityEvent: Details['securityEvent']

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERRORS[code][1], { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.status = ERRORS[code][0]
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
    this.challenge = details.challenge
    this.waiting = details.waiting
    this.data = details.data
    this.securityEvent = details.securityEvent
  }

  toEnvelope(): ErrorEnvelope {
    return {
      status: this.status,
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.status === 409 && { exception: this.message }),
      ...(ANSWERED_CODES.includes(this.code) && { code: this.code }),
      ...(this.challenge && { challenge: this.challenge }),
      ...(this.data && { data: this.data }),
      ...(this.waiting !== undefined && { waiting: this.waiting }),
    }
  }
}

export const invalidField = (field: string, message: string): AppError =>
  new AppError('validation', { errors: { [field]: [message] } })

export function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new AppError('validation', { errors: toFieldErrors(problems) })
}

/** Zod's issues by dotted field name, without repeated messages, in the order of the schema. */
export const fieldErrors = (error: ZodError): FieldErrors =>
  toFieldErrors(
    error.issues.map(({ path, message }) => ({ field: path.map(String).join('.') || 'body', message })),
  )

const hasCode = (error: unknown): error is { code: string } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'

const RETRYABLE = new Set([
  // PostgreSQL: lock or statement timeout, idle session ended, shutting down, crashed, starting, read-only
  // standby, too many connections, out of memory, disk full.
  ...[
    '55P03',
    '57014',
    '25P03',
    '25P04',
    '57P05',
    '57P01',
    '57P02',
    '57P03',
    '25006',
    '53300',
    '53200',
    '53100',
  ],
  // Serialization failure, deadlock.
  ...['40001', '40P01'],
  // Connection lost or refused; PgBouncer reports 08P01 while it has no server.
  ...['08000', '08001', '08003', '08004', '08006', '08P01'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
])

/** Connection errors of pg, its pool and Kysely that carry no code. */
const NO_CONNECTION = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'Postgres connection has been discarded',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
]

/** PostgreSQL answered with this error. */
export const isDatabaseError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError

/** The same request may succeed: the database restarts, or a concurrent transaction interfered. */
export const isTransient = (error: unknown): boolean =>
  (hasCode(error) && RETRYABLE.has(error.code)) ||
  (error instanceof Error && NO_CONNECTION.some((message) => error.message.startsWith(message)))

export const isLockTimeout = (error: unknown): boolean => hasCode(error) && error.code === '55P03'

export const isDeadlock = (error: unknown): boolean => hasCode(error) && error.code === '40P01'

/** The disk is full or file handles are exhausted; works again after the operator has freed some. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'])

export const hasNoRoom = (error: unknown): boolean => hasCode(error) && NO_ROOM.has(error.code)

/** PostgreSQL codes for text with a NUL character, which text and jsonb columns reject. */
const UNSTORABLE = new Set(['22021', '22P05'])

/** Raised by the trigger `orders_inactive_buyers`. */
const INACTIVE_BUYER = 'LG001'

const constraintOf = (error: object): string => ('constraint' in error ? String(error.constraint) : '')

const violates = (error: unknown, code: string, constraint?: string): boolean =>
  hasCode(error) && error.code === code && (!constraint || constraintOf(error) === constraint)

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, '23505', constraint)

export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, '23503', constraint)

/** Null for an unexpected error, which is logged and answered with 500. */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) return new AppError('validation', { errors: fieldErrors(error) })
  if (isTransient(error)) return new AppError('busy', { retryAfterSeconds: 2, cause: error })
  if (hasNoRoom(error)) return new AppError('busy', { retryAfterSeconds: 30, cause: error })
  if (!hasCode(error)) return null
  // A concurrent write of the same key, where the feature has no message of its own.
  if (isUniqueViolation(error)) return new AppError('state_changed', { cause: error })
  // The event was deleted while a row that references it was being inserted.
  if (isForeignKeyViolation(error) && /event_id_fkey$/.test(constraintOf(error)))
    return new AppError('event_not_found', { cause: error })
  if (UNSTORABLE.has(error.code)) return new AppError('malformed', { cause: error })
  if (error.code === INACTIVE_BUYER) return new AppError('unauthenticated', { cause: error })
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('too_large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('unsupported_media')
  if (error.code.startsWith('FST_') && 'statusCode' in error && error.statusCode === 400)
    return new AppError('malformed')
  return null
}
