import { z } from 'zod'

export const TeamRule = z.enum(['any', 'men', 'women', 'mixed'])
export const Relay = z.object({ team_size: z.int().nullable(), team_rule: TeamRule })
export const TeamMembership = z.object({
  name: z.string(),
  leg: z.int(),
  leg_name: z.string().nullable(),
  size: z.int(),
  active: z.int(),
})
