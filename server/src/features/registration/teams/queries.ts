import { sql } from 'kysely'
import { type TeamMembership, type TeamRule, teamRuleProblem } from '#contract/event/relay.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'

/** SQL: registration `r` is of a team. */
export const isTeamMember = sql<boolean>`exists (select from team_members w where w.registration_id = r.id)`

/** SQL: the name of leg `w.leg` of category `c`; null: it has none. */
export const legName = sql<string | null>`nullif(trim(split_part(c.legs, E'\\n', w.leg)), '')`

/** SQL: the members of team `t` whose registration is not cancelled. */
export const activeMembers = sql<number>`(
  select count(*)::int from team_members o join registrations a on a.id = o.registration_id
  where o.team_id = t.id and a.status <> ${code.registration.cancelled}
)`

/** SQL: the place of registration `r` in its team, in JSON; null: none. */
export const membership = sql<TeamMembership | null>`(
  select json_build_object('name', t.name, 'leg', w.leg, 'leg_name', ${legName}, 'size', c.team_size, 'active', ${activeMembers})
  from team_members w join teams t on t.id = w.team_id join categories c on c.id = t.category_id
  where w.registration_id = r.id
)`.as('team')

/**
 * Why a runner of this sex cannot be in the registration's place of its team; null: possible, or no team.
 * Cancelled members count, because a late payment may restore them. The caller has locked the event, unless
 * it only shows the answer.
 */
export async function teamProblem(db: Db, registrationId: number, sex: number): Promise<string | null> {
  const team = await db
    .selectFrom('team_members as w')
    .innerJoin('teams as t', 't.id', 'w.team_id')
    .innerJoin('categories as c', 'c.id', 't.category_id')
    .where('w.registration_id', '=', registrationId)
    .select('c.team_rule')
    .$narrowType<{ team_rule: TeamRule }>()
    .select(
      sql<number[]>`(
        select array_agg(a.sex::int) from team_members o join registrations a on a.id = o.registration_id
        where o.team_id = t.id and o.registration_id <> w.registration_id
      )`.as('others'),
    )
    .executeTakeFirst()
  return team ? teamRuleProblem(team.team_rule, [...(team.others ?? []), sex]) : null
}
