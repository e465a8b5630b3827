import type { ReactNode } from 'react'
import { placeWords } from '#contract/event/place-words.ts'
import classes from './fact-line.module.css'
import { IconClock, IconMapPin, type IconType } from './icons.tsx'

interface FactLineProps {
  icon: IconType
  children: ReactNode
}

export function FactLine({ icon: Icon, children }: FactLineProps) {
  return (
    <p className={classes.line}>
      <Icon size={20} className={classes.icon} aria-hidden />
      <span>{children}</span>
    </p>
  )
}

interface CityLineProps {
  /** Where within the city. */
  place?: string | null
  city: string | null
  state: string | null
  /** Kilometres from the place that was searched. */
  awayKm?: number | undefined
}

export function CityLine({ place = null, city, state, awayKm = 0 }: CityLineProps) {
  const words = city ? placeWords({ start_place: place, city, state }) : 'Cidade não informada'
  return (
    <FactLine icon={IconMapPin}>
      {words}
      {awayKm > 0 && ` · a ${awayKm} km`}
    </FactLine>
  )
}

export function TimeLine({ children }: { children: ReactNode }) {
  return <FactLine icon={IconClock}>{children}</FactLine>
}
