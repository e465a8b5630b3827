import { CONSENT_KINDS, type Consent, type ConsentKind } from '#contract/account/account.ts'
import { CONSENT_TEXTS, plainConsentText } from '#contract/account/consent-text.ts'
import { dayIn, type IsoDate } from '#contract/dates.ts'
import { isMinor } from '#contract/registration/minors.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { lockUser } from '../queries.ts'
import { insertConsents, selectConsents } from './queries.ts'

export interface Origin {
  ip: string
  userAgent: string | null
}

type Choices = Partial<Record<ConsentKind, boolean>>

/** Stores the version and hash of the text with each consent (LGPD art. 8 §2). */
export async function recordConsents(
  tx: Tx,
  userId: number,
  choices: Choices,
  { ip, userAgent }: Origin,
  at: Date,
): Promise<void> {
  const rows = CONSENT_KINDS.flatMap((kind) => {
    const granted = choices[kind]
    if (granted === undefined) return []
    const text = CONSENT_TEXTS[kind]
    const { version } = text
    const textHash = sha256Hex(plainConsentText(text))
    return [{ user_id: userId, kind, version, text_hash: textHash, granted, at, ip, user_agent: userAgent }]
  })
  if (rows.length > 0) await insertConsents(tx, rows)
}

export async function listConsents(deps: Pick<Deps, 'db'>, userId: number): Promise<Consent[]> {
  const rows = await selectConsents(deps.db, userId)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Why an account may not consent to marketing; null: it may, or does not want to. */
export function marketingProblem(
  { birthOn, wanted }: { birthOn: IsoDate | null; wanted: boolean },
  now: Date,
): string | null {
  const today = dayIn('America/Sao_Paulo', now)
  return wanted && birthOn && isMinor(birthOn, today)
    ? 'Quem tem menos de 18 anos não recebe comunicações de marketing.'
    : null
}

/** Revokes the consents to marketing if the account's owner is a minor. */
export async function endMinorsMarketing(
  tx: Tx,
  { userId, birthOn, origin, at }: { userId: number; birthOn: IsoDate; origin: Origin; at: Date },
): Promise<void> {
  if (!isMinor(birthOn, dayIn('America/Sao_Paulo', at))) return
  const granted = (await selectConsents(tx, userId)).filter((one) => one.granted && one.kind !== 'terms')
  await recordConsents(tx, userId, Object.fromEntries(granted.map(({ kind }) => [kind, false])), origin, at)
}

interface MarketingChoices {
  userId: number
  promotions: boolean
  eventUpdates: boolean
  origin: Origin
}

/** Inserts one row for each changed consent. */
export async function updateConsents(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, promotions, eventUpdates, origin }: MarketingChoices,
): Promise<Consent[]> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { birth_on: birthOn } = await lockUser(tx, userId)
    const problem = marketingProblem({ birthOn, wanted: promotions || eventUpdates }, at)
    if (problem) throw new AppError('validation', { message: problem })
    const current = new Map((await selectConsents(tx, userId)).map((row) => [row.kind, row.granted]))
    const changed: Choices = {}
    if (current.get('promotions') !== promotions) changed.promotions = promotions
    if (current.get('event_updates') !== eventUpdates) changed.event_updates = eventUpdates
    if (Object.keys(changed).length === 0) return
    await recordConsents(tx, userId, changed, origin, at)
    await auditUser(tx, 'user.consents_changed', { at, userId, after: changed, ip: origin.ip })
  })
  return listConsents(deps, userId)
}
