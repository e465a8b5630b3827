import { Alert } from '@mantine/core'
import { IconRun } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { getEventBySlug } from '#contract/event/event.ts'
import { api } from '#web/api/api.ts'
import { useReturnPath, useWaitingEvent } from '#web/session/return-path.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from './auth.module.css'

interface WaitingRaceProps {
  /** What the visitor has to do before the registration can continue. */
  children: (title: ReactNode) => ReactNode
}

/** Names the race whose registration continues after the log-in or the creation of an account, if any. */
export function WaitingRace({ children }: WaitingRaceProps) {
  const title = useTitle()
  // Navigation state is not available while the server renders the page.
  if (!useHydrated() || !title) return null
  return (
    <Alert icon={<IconRun aria-hidden />} className={classes.notice} mb="lg">
      <p>{children(<strong>{title}</strong>)}</p>
    </Alert>
  )
}

function useTitle(): string | null {
  const slug = useWaitingEvent()
  const { state } = useReturnPath() ?? {}
  const carried = carriedTitle(state)
  const [found, setFound] = useState<string | null>(null)
  useEffect(() => {
    if (!slug || carried) return
    const calling = new AbortController()
    api<typeof getEventBySlug>(
      { method: 'GET', path: '/events/slug/:slug' },
      { params: { slug }, signal: calling.signal },
    ).then(
      ({ data }) => setFound(data.title),
      () => {},
    )
    return () => calling.abort()
  }, [slug, carried])
  return carried ?? found
}

function carriedTitle(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('event' in state)) return null
  const { event } = state
  const title = typeof event === 'object' && event !== null && 'title' in event ? event.title : null
  return typeof title === 'string' ? title : null
}
