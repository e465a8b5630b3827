import type { ReactNode } from 'react'
import classes from './home-hero.module.css'
import { TrackArt } from './track-art.tsx'

/** The front door: one sentence and, over its lower edge, the search. */
export function HomeHero({ children }: { children: ReactNode }) {
  return (
    <header className={classes.hero}>
      <TrackArt className={classes.art} />
      <h1 className={classes.title}>Escolha a sua próxima largada</h1>
      <p className={classes.words}>Corridas de rua em todo o Brasil, com inscrição em poucos minutos.</p>
      {children}
    </header>
  )
}
