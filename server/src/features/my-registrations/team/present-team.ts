import { dayIn, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { MyTeam } from '#contract/registration/team.ts'
import type { TeamColumn } from './queries.ts'

interface Row {
  team: TeamColumn | null
  responsible_user_id: number
  teams_until: IsoDate | null
  event_on: IsoDate
  event_status: number
  timezone: string
}

export function presentTeam(row: Row, now: Date): MyTeam | null {
  const { team, teams_until: until, responsible_user_id: userId } = row
  if (!team) return null
  const { captain_user_id: captainId, ...shown } = team
  const today = dayIn(row.timezone, now)
  const isOpen =
    until !== null && today <= until && today <= row.event_on && row.event_status !== EVENT_STATUS.cancelled
  return {
    ...shown,
    is_captain: captainId === userId,
    until: until && toBrazilianDate(until),
    can_order: captainId === userId && isOpen,
  }
}
