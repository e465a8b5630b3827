import type { KitPickup as Pickup } from '#contract/event/kit-pickup.ts'
import { pickupPlace, pickupTimes } from '#contract/event/pickup-words.ts'
import { mapSearchUrl } from '#contract/maps.ts'
import { FactLine } from '#web/ui/fact-line.tsx'
import { IconCalendarEvent, IconMapPin } from '#web/ui/icons.tsx'
import classes from './kit-pickup.module.css'

/** Where and when kits are picked up. */
export function KitPickup({ pickup }: { pickup: Pickup }) {
  const times = pickupTimes(pickup)
  const place = pickupPlace(pickup)
  return (
    <div className={classes.pickup}>
      {times && <FactLine icon={IconCalendarEvent}>{times}</FactLine>}
      {place && (
        <FactLine icon={IconMapPin}>
          {place}{' '}
          {pickup.address && (
            <a href={mapSearchUrl(place)} target="_blank" rel="noreferrer">
              Ver no mapa<span className="sr-only"> (abre em outra janela)</span>
            </a>
          )}
        </FactLine>
      )}
      {pickup.note && <p className={classes.note}>{pickup.note}</p>}
    </div>
  )
}
