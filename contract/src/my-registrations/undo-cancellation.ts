import { defineRoute, IdParams } from '../route.ts'
import { MINE } from './my-registrations.ts'

/** Throws 409 when it is not possible: too late, money moved, the place is gone, the race closed. */
export const undoMyCancellation = defineRoute({
  method: 'POST',
  path: '/participant/registrations/:id/cancel/undo',
  ...MINE,
  summary: 'Desfaz o cancelamento da minha inscrição, nos dez minutos seguintes, se a vaga estiver livre',
  params: IdParams,
})
