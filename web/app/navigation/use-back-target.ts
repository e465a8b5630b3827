import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#web/session/session.ts'
import { participantsPath } from './staff-paths.ts'

/** State of links to the edit page: the previous history entry is the page to return to. */
export const CAME_FROM_HERE = { cameFromHere: true } as const

/** The target of 'Voltar' on the edit page: the page that linked to it, or else the event's participants. */
export function useBackTarget(eventId: number): { onClick: () => void } | { to: string } | undefined {
  const { state } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  if (state?.cameFromHere) return { onClick: () => navigate(-1) }
  return session ? { to: participantsPath(session, eventId) } : undefined
}
