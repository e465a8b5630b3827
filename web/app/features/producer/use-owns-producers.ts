import { useSession } from '../../session.ts'

const ORGANIZER = 0

/** Whether the person may create and remove realizadores: their organizer and Admin. The server checks it again. */
export function useOwnsProducers(): boolean {
  const session = useSession()
  return session !== null && (session.roles.includes('Admin') || session.user.organizer?.type === ORGANIZER)
}
