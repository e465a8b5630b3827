import type { ReactNode } from 'react'
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
  city: string | null
  state: string | null
}

export function CityLine({ city, state }: CityLineProps) {
  const words = city ? [city, state].filter(Boolean).join(', ') : 'Cidade não informada'
  return <FactLine icon={IconMapPin}>{words}</FactLine>
}

export function TimeLine({ children }: { children: ReactNode }) {
  return <FactLine icon={IconClock}>{children}</FactLine>
}
