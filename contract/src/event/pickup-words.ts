import type { KitPickup } from './kit-pickup.ts'

/** `11/12/2026, das 10:00 às 18:00`, `de 11/12/2026 às 10:00 até 12/12/2026 às 18:00`; null without a day. */
export function pickupTimes({ from, opens_at: opens, until, closes_at: closes }: KitPickup): string | null {
  if (!from) return null
  if (until && until !== from) {
    const [first, last] = [opens && ` às ${opens}`, closes && ` às ${closes}`]
    return `de ${from}${first ?? ''} até ${until}${last ?? ''}`
  }
  if (opens && closes) return `${from}, das ${opens} às ${closes}`
  if (opens) return `${from}, a partir das ${opens}`
  return closes ? `${from}, até as ${closes}` : from
}

/** `Loja Corre, Rua das Flores, 10`; null without a place. */
export const pickupPlace = ({ place, address }: KitPickup): string | null =>
  [place, address].filter(Boolean).join(', ') || null

/** All of it in one line; null: nothing is known. */
export const pickupWords = (pickup: KitPickup): string | null =>
  [pickupPlace(pickup), pickupTimes(pickup), pickup.note].filter(Boolean).join(' · ') || null

/** More than its first day is known, which the head of the event's page shows. */
export const hasDetails = (pickup: KitPickup): boolean => pickupWords(pickup) !== pickup.from
