import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'
import { currentOrigin } from './origin.ts'

/** Only names, messages and stacks of errors: their other properties (connections, query parameters) may hold personal data. */
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

/** JSON lines, to standard output by default. */
export const createLog = (
  level: LevelWithSilent,
  destination: DestinationStream = pino.destination(1),
): Logger =>
  pino({ level, base: undefined, serializers: { err: describeError }, mixin: originOf }, destination)

/** The id of the request or job that the line belongs to. */
const originOf = (entry: object): object => {
  const reqId = currentOrigin()?.reqId
  return reqId && !('reqId' in entry) ? { reqId } : {}
}
