import { useSession } from '../../session.ts'

const ORGANIZER = 0

/** Whether the person may create and remove realizadores: their organizer and Admin. The server checks it again. */
export function useOwnsProducers(): boolean {
  const session = useSession()
  if (session?.roles.includes('Organizador')) return session.user.organizer?.type === ORGANIZER
  return session?.roles.includes('Admin') ?? false
}
