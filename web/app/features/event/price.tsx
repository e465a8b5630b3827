import type { PublicProduct } from '#contract/event.ts'
import { type Cents, toCents } from '#contract/money.ts'
import { Money } from '../../ui/money.tsx'

/** An amount; zero is shown as a word. */
export function Price({ value }: { value: string | Cents }) {
  return value === 0 || (typeof value === 'string' && toCents(value) === 0) ? (
    'Gratuito'
  ) : (
    <Money value={value} />
  )
}

interface PriceFromProps {
  /** The lowest total. */
  value: string
  /** Others cost more. */
  varies: boolean
}

/** What is paid at least: the only price, or the lowest of several. */
export function PriceFrom({ value, varies }: PriceFromProps) {
  const isFree = toCents(value) === 0
  return (
    <>
      {varies && !isFree && <span>a partir de </span>}
      <strong>
        <Price value={value} />
      </strong>
      {varies && isFree && <span> ou com kit pago</span>}
    </>
  )
}

/** The part of a kit's fee that is added on top. */
const addedFee = ({ calculated }: PublicProduct): Cents =>
  calculated.is_fee_charged_to_participant ? (toCents(calculated.service_fee) ?? 0) : 0

/** What is paid for a kit without a coupon. */
export const kitTotal = (kit: PublicProduct): Cents => (toCents(kit.value) ?? 0) + addedFee(kit)

/** What is paid for a kit, and in small print what of it is the service fee. */
export function KitPrice({ kit }: { kit: PublicProduct }) {
  const fee = addedFee(kit)
  return (
    <>
      <strong>
        <Price value={kitTotal(kit)} />
      </strong>
      {fee > 0 && (
        <small>
          {' '}
          <Money value={kit.value} /> + <Money value={fee} /> de taxa de serviço
        </small>
      )}
    </>
  )
}
