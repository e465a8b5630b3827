import type { GuardianState } from '#contract/registration/minors.ts'

/** In JSON an instant is text in PostgreSQL's format. */
export type StoredGuardian = Omit<GuardianState, 'is_own'> & { is_own: boolean | null }

const iso = (instant: string): string => new Date(instant).toISOString()

export const presentGuardian = (stored: StoredGuardian | null): GuardianState | null =>
  stored && {
    ...stored,
    // A removed account has no CPF.
    is_own: stored.is_own ?? false,
    due_at: iso(stored.due_at),
    refused_at: stored.refused_at && iso(stored.refused_at),
    signatures: stored.signatures.map((one) => ({ ...one, signed_at: iso(one.signed_at) })),
  }
