import type { PublicProduct } from '#contract/event/event.ts'
import { type Cents, toCents } from '#contract/money.ts'
import { Money } from '#web/ui/money.tsx'

export function Price({ value }: { value: string | Cents }) {
  return value === 0 || (typeof value === 'string' && toCents(value) === 0) ? (
    'Gratuito'
  ) : (
    <Money value={value} />
  )
}

interface PriceFromProps {
  /** The lowest total in reais, with two decimals. */
  value: string
  varies: boolean
}

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

/** The service fee in cents that the participant pays on top of the kit's price. */
const addedFee = ({ calculated }: PublicProduct): Cents =>
  calculated.is_fee_charged_to_participant ? (toCents(calculated.service_fee) ?? 0) : 0

/** The total of a kit in cents, without a coupon. */
export const kitTotal = (kit: PublicProduct): Cents => (toCents(kit.value) ?? 0) + addedFee(kit)

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
