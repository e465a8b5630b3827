import { IconRun } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { getEventBySlug, PublicEvent } from '#contract/event/event.ts'
import { api } from '#web/api/api.ts'
import { useReturnPath, useWaiting } from '#web/session/use-return-path.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from './auth.module.css'

interface WaitingRaceProps {
  /** What the visitor has to do before. */
  children: (aim: ReactNode) => ReactNode
}

/** Shows the race that the log-in or the creation of an account leads back to, if any, and what for. */
export function WaitingRace({ children }: WaitingRaceProps) {
  const { waiting_event: slug, waiting_alert } = useWaiting()
  const race = useRace(slug)
  // Navigation state is not available while the server renders the page.
  if (!useHydrated() || !race) return null
  const { title, cover_picture: cover } = race
  return (
    <div className={classes.race}>
      {cover ? (
        <picture>
          <source type="image/avif" srcSet={cover.srcset_avif} sizes="8rem" />
          <source type="image/webp" srcSet={cover.srcset_webp} sizes="8rem" />
          <img src={cover.src} alt="" width={cover.width} height={cover.height} />
        </picture>
      ) : (
        <IconRun aria-hidden />
      )}
      <p>
        {children(
          <>
            {waiting_alert ? 'receber o aviso de' : 'continuar a sua inscrição em'} <strong>{title}</strong>
          </>,
        )}
      </p>
    </div>
  )
}

type Race = Pick<PublicEvent, 'title'> & Partial<Pick<PublicEvent, 'cover_picture'>>

function useRace(slug: string | undefined): Race | null {
  const { state } = useLocation()
  const carried = carriedRace(useReturnPath()?.state) ?? carriedRace(state)
  const [found, setFound] = useState<Race | null>(null)
  useEffect(() => {
    if (!slug || carried) return
    const calling = new AbortController()
    api<typeof getEventBySlug>(
      { method: 'GET', path: '/events/slug/:slug' },
      { params: { slug }, signal: calling.signal },
    ).then(
      ({ data }) => setFound(data),
      () => {},
    )
    return () => calling.abort()
  }, [slug, carried])
  return carried ?? found
}

function carriedRace(state: unknown): Race | null {
  if (typeof state !== 'object' || state === null || !('event' in state)) return null
  const { event } = state
  const isRace = typeof event === 'object' && event !== null && 'title' in event
  return isRace && typeof event.title === 'string' ? (event as Race) : null
}
