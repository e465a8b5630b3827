const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** A session that nobody used for this long is over. */
const IDLE_MS = 30 * DAY_MS
/** No session outlives this, however much it is used. */
const ABSOLUTE_MS = 180 * DAY_MS
/** A session's last use is written down this often: a row written by each request would cost more than it tells. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS

export const lifetimeAt = (now: Date) => ({ now, idleSince: ago(now, IDLE_MS) })
export const expiryOf = (openedAt: Date) => new Date(openedAt.getTime() + ABSOLUTE_MS)
export const touchDueSince = (now: Date) => ago(now, TOUCH_EVERY_MS)
