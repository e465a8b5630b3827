import { useQuery } from '@tanstack/react-query'
import { toCents } from '#contract/money.ts'
import { type FeePolicy, serviceFee } from '#contract/price.ts'
import { useSession } from '../../../../session.ts'
import { feesQuery } from '../queries.ts'
import type { ProductForm } from './event-form.ts'

/** Asks nothing: the server, which knows the bounds, judges. */
const NO_BOUNDS: FeePolicy = { minFeeFreeCents: 0, minFeePaidCents: 0, maxFeeRate: 10_000 }

/**
 * The bounds of service fees, for an organizer and a realizador who may see them. Not getting them is no trouble here; to
 * Empresa and Admin they would be another's than the event's organizer.
 */
export function useFeePolicy(): FeePolicy {
  const session = useSession()
  const isBound =
    session?.user.organizer && !session.roles.some((role) => role === 'Admin' || role === 'Empresa')
  const enabled = Boolean(isBound && session.permissions.includes('view-fees'))
  const { data: fees } = useQuery({ ...feesQuery, enabled })
  if (!fees) return NO_BOUNDS
  return {
    minFeeFreeCents: toCents(fees.min_fee_free ?? '') ?? 0,
    minFeePaidCents: toCents(fees.min_fee_paid ?? '') ?? 0,
    maxFeeRate: toCents(fees.max_fee_percentage ?? '') ?? NO_BOUNDS.maxFeeRate,
  }
}

/** The fee of a kit as it is being typed, in cents; what is not there yet counts as nothing. */
export const feeOf = ({
  value,
  type_fee,
  rate_organizer,
  is_increment,
}: Pick<ProductForm, 'value' | 'type_fee' | 'rate_organizer' | 'is_increment'>): number =>
  serviceFee({
    valueCents: toCents(value) ?? 0,
    feeType: type_fee === '1' ? 1 : 0,
    feeRate: toCents(rate_organizer) ?? 0,
    isIncrement: is_increment,
  })
