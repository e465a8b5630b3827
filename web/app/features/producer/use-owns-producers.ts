import { useSession } from '../../session.ts'

const ORGANIZER = 0

/** Whether realizadores are this person's to let in and shut out: their organizer and Admin. The server decides again. */
export function useOwnsProducers(): boolean {
  const session = useSession()
  return session !== null && (session.roles.includes('Admin') || session.user.organizer?.type === ORGANIZER)
}
