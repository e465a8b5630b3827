import { roleHome } from '#contract/roles.ts'
import { useSession } from '../../session.ts'

/** Where fees are reached from: the organizer's list of events, or the home of who looks after everybody's. */
export const useWayBack = (): string => roleHome(useSession()?.roles ?? [])
