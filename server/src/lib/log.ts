import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'
import { VERSION } from './version.ts'
import { currentContext } from './work-context.ts'

/** Other properties (connections, query parameters) may contain personal data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

export const createLog = (
  level: LevelWithSilent,
  destination: DestinationStream = pino.destination(1),
): Logger =>
  pino(
    { level, base: { version: VERSION }, serializers: { err: describeError }, mixin: originOf },
    destination,
  )

const originOf = (entry: object): object => {
  const reqId = currentContext()?.reqId
  return reqId && !('reqId' in entry) ? { reqId } : {}
}
