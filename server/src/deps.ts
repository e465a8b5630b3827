import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { RegistrationQueue } from './features/checkout/registration-queue.ts'
import type { WaitingRooms } from './features/checkout/waiting-room/open-rooms.ts'
import type { Gateways } from './features/payment/gateways/find-gateway.ts'
import type { Clock } from './lib/clock.ts'
import type { Db } from './lib/db.ts'
import type { Files } from './lib/files.ts'
import type { LaneStates } from './lib/jobs/lanes.ts'
import type { Mailer } from './lib/mail/mailer.ts'
import type { Metrics } from './lib/metrics.ts'
import type { RateLimiter } from './lib/rate-limit.ts'
import type { Secrets } from './lib/secrets.ts'
import type { Tracing } from './lib/tracing.ts'

/** The dependencies of verbs, created once in `start.ts` or by a test. */
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
  /** Batches this process's registrations into set-based calls. */
  registrationQueue: RegistrationQueue
  waitingRooms: WaitingRooms
  jobLanes: LaneStates
  metrics: Metrics
  /** Null: no spans are recorded. */
  tracing: Tracing | null
}
