import { Alert } from '@mantine/core'
import { IconRun } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { getEventBySlug } from '#contract/event.ts'
import { api } from '../../../api.ts'
import { useReturnPath, useWaitingEvent } from '../../../return-path.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import classes from './auth.module.css'

interface WaitingRaceProps {
  /** What has to be done before. */
  children: (title: ReactNode) => ReactNode
}

/** Says which race waits while somebody logs in or makes an account; nothing while none does. */
export function WaitingRace({ children }: WaitingRaceProps) {
  const title = useTitle()
  // The server knows no navigation state.
  if (!useHydrated() || !title) return null
  return (
    <Alert icon={<IconRun aria-hidden />} className={classes.notice} mb="lg">
      <p>{children(<strong>{title}</strong>)}</p>
    </Alert>
  )
}

/** The title of the race, carried along from its page or asked for. */
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
      // Without its name the race waits all the same.
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
