import { z } from 'zod'

/** In days (docs/data-processing.md); null: unlimited. Jobs remove older data. */
export type Retention = {
  readonly [Kind in keyof typeof KINDS]: (typeof KINDS)[Kind]['days'] extends null ? number | null : number
}

/** Marco Civil da Internet, art. 15: the log of accesses is kept for six months at least. */
const SIX_MONTHS = 183
/** The longest time in which a card's payment is disputed, or a result contested. */
const HALF_A_YEAR = 180

const KINDS = {
  /** Ended sessions and links, the security log, IP addresses in the audit log. */
  access: { name: 'RETENTION_ACCESS_DAYS', least: SIX_MONTHS, days: SIX_MONTHS as number },
  /** Devices, since their last log-in. */
  devices: { name: 'RETENTION_DEVICES_DAYS', least: 1, days: 365 as number },
  /** Uploads that no row references. A day is long enough to submit the form that will reference them. */
  unusedFiles: { name: 'RETENTION_UNUSED_FILES_DAYS', least: 1, days: 1 as number },
  /** Answers to an organizer's questions with their files; counted from the day of the race. */
  answers: { name: 'RETENTION_ANSWERS_DAYS', least: 1, days: HALF_A_YEAR as number },
  /** Answers about health, at most as long as others. */
  healthAnswers: { name: 'RETENTION_HEALTH_ANSWERS_DAYS', least: 1, days: 30 as number },
  /** Lists of people for whom a coupon is; counted from the day of the race. */
  couponPeople: { name: 'RETENTION_COUPON_PEOPLE_DAYS', least: 1, days: 30 as number },
  /** The bodies of the gateway's messages; their effects stay in the ledger. */
  gatewayMessages: { name: 'RETENTION_GATEWAY_MESSAGES_DAYS', least: 30, days: HALF_A_YEAR as number },
  /** Messages written to the data folder when no mail server is configured. */
  mail: { name: 'RETENTION_MAIL_DAYS', least: 1, days: null },
} as const
const MOST = 36_500

const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]

export const RETENTION_ENVIRONMENT = Object.fromEntries(
  kinds.map((kind) => {
    const { name, least } = KINDS[kind]
    const sentence = `${name} precisa ser um número de dias de ${least} a ${MOST}.`
    return [name, z.coerce.number(sentence).int(sentence).min(least, sentence).max(MOST, sentence).optional()]
  }),
)

export const retentionConfig = (environment: Record<string, unknown>): Retention =>
  Object.fromEntries(
    kinds.map((kind) => [kind, environment[KINDS[kind].name] ?? KINDS[kind].days]),
  ) as unknown as Retention

const DAY_MS = 86_400_000
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)
