import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'

/** Names, sentences and stacks of errors only: what else hangs on them (a connection, a query's values) may name a person. */
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

/** Structured lines, on standard output unless told where. */
export const createLog = (
  level: LevelWithSilent,
  destination: DestinationStream = pino.destination(1),
): Logger => pino({ level, base: undefined, serializers: { err: describeError } }, destination)
