import { z } from 'zod'
import { LARGEST_TEAM, SMALLEST_TEAM } from '../event/relay.ts'
import { defineRoute, Id, IdParams } from '../route.ts'
import { MINE } from './my-registrations.ts'

/** By the captain, until the event's `teams_until`. */
export const orderLegs = defineRoute({
  ...MINE,
  method: 'PUT',
  path: '/participant/registrations/:id/legs',
  summary: 'Põe os integrantes da minha equipe na ordem dos trechos',
  params: IdParams,
  /** All members of the team of the registration, in the order of the legs. */
  body: z.object({ registration_ids: z.array(Id).min(SMALLEST_TEAM).max(LARGEST_TEAM) }),
})
