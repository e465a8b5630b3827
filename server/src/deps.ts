import type { Logger } from 'pino'
import type { RegistrationQueue } from '#server/features/checkout/order/registration-queue.ts'
import type { WaitingRooms } from '#server/features/checkout/waiting-room/open-rooms.ts'
import type { Gateways } from '#server/features/payment/gateways/find-gateway.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Db } from '#server/lib/db.ts'
import type { Files } from '#server/lib/files.ts'
import type { QueueStates } from '#server/lib/jobs/queues.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Metrics } from '#server/lib/metrics.ts'
import type { RateLimiter } from '#server/lib/rate-limit.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import type { Tracing } from '#server/lib/tracing.ts'
import type { Config } from './config.ts'

/** Created once per process in `start.ts` or by a test. */
export interface Deps extends Gateways {
  config: Config
  secrets: Secrets
  db: Db
  /** For reads that may be a second old, such as reports; the same as `db` where there is no replica. */
  replica: Db
  log: Logger
  clock: Clock
  mailer: Mailer
  files: Files
  rateLimiter: RateLimiter
  registrationQueue: RegistrationQueue
  waitingRooms: WaitingRooms
  jobQueues: QueueStates
  metrics: Metrics
  tracing: Tracing | null
}
