import type { ReactNode } from 'react'
import { TrackArt } from '#web/ui/track-art.tsx'
import classes from './search-hero.module.css'

interface SearchHeroProps {
  title: string
  words: string
  children: ReactNode
}

export function SearchHero({ title, words, children }: SearchHeroProps) {
  return (
    <header className={classes.hero}>
      <TrackArt className={classes.art} />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.words}>{words}</p>
      {children}
    </header>
  )
}
