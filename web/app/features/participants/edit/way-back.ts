import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../../session.ts'
import { participantsPath } from '../../../staff-paths.ts'

/** Navigation state of links to the edit page: the page before it is the one to go back to, as it was left. */
export const CAME_FROM_HERE = { cameFromHere: true } as const

/** Where the edit page's 'Voltar' leads: to the page it was opened from, or else to the event's participants. */
export function useWayBack(eventId: number): { onClick: () => void } | { to: string } | undefined {
  const { state } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  if (state?.cameFromHere) return { onClick: () => navigate(-1) }
  return session ? { to: participantsPath(session, eventId) } : undefined
}
