import { sql } from 'kysely'
import { today } from '#server/features/event/queries.ts'
import { activeMembers, legName } from '#server/features/registration/teams/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'

export interface TeamColumn {
  name: string
  size: number
  active: number
  captain_user_id: number
  members: {
    registration_id: number
    name: string
    leg: number
    leg_name: string | null
    is_active: boolean
    is_own: boolean
  }[]
}

/** SQL: the team of registration `r` as its account sees it, in JSON; null: none. */
export const teamColumn = sql<TeamColumn | null>`(
  select json_build_object(
    'name', t.name, 'size', c.team_size, 'active', ${activeMembers}, 'captain_user_id', t.captain_user_id,
    'members', (
      select json_agg(
        json_build_object(
          'registration_id', m.id, 'name', m.name, 'leg', w.leg, 'leg_name', ${legName},
          'is_active', m.status <> ${code.registration.cancelled}, 'is_own', m.responsible_user_id = r.responsible_user_id
        ) order by w.leg
      )
      from team_members w join registrations m on m.id = w.registration_id where w.team_id = t.id
    )
  )
  from team_members own join teams t on t.id = own.team_id join categories c on c.id = t.category_id
  where own.registration_id = r.id
)`.as('team')

/** The team of a registration, locked. Nothing else locks it but `apply_transfer`, as its last lock. */
export const lockTeamOf = (tx: Tx, registrationId: number, userId: number) =>
  tx
    .selectFrom('teams as t')
    .where('t.id', '=', (own) =>
      own.selectFrom('team_members').where('registration_id', '=', registrationId).select('team_id'),
    )
    .where('t.captain_user_id', '=', userId)
    .select(['t.id', 't.name'])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether the event of a registration lets its teams change. */
export const findTeamWindow = (db: Db, registrationId: number, now: Date) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .select('e.id as event_id')
    .select(isOpenForTeams(now).as('is_open'))
    .executeTakeFirstOrThrow()

/** SQL: captains of event `e` may change their teams. */
const isOpenForTeams = (now: Date) =>
  sql<boolean>`coalesce(${today(now)} <= e.teams_until, false) and ${today(now)} <= e.event_on and e.status <> ${code.event.cancelled}`

export const listMemberIds = async (tx: Tx, teamId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('team_members')
      .where('team_id', '=', teamId)
      .orderBy('leg')
      .select('registration_id')
      .execute()
  ).map((member) => member.registration_id)

/** The leg of each registration is its place in the list. */
export const updateLegs = (tx: Tx, teamId: number, registrationIds: readonly number[]) =>
  sql`
    update team_members set leg = array_position(${registrationIds}::bigint[], registration_id)
    where team_id = ${teamId}`.execute(tx)
