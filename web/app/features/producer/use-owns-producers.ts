import { useSession } from '#web/session/session.ts'

const ORGANIZER = 0

/** Only the organizer of realizadores and Admin may create and remove them. The server checks it too. */
export function useOwnsProducers(): boolean {
  const session = useSession()
  if (session?.roles.includes('Organizador')) return session.user.organizer?.type === ORGANIZER
  return session?.roles.includes('Admin') ?? false
}
