import { z } from 'zod'
import { defineRoute } from '../route.ts'

const ALERT = {
  access: 'user',
  tag: 'Eventos',
  path: '/events/slug/:slug/alert',
  params: z.object({ slug: z.string().min(1).max(160) }),
} as const

export const getEventAlert = defineRoute({
  ...ALERT,
  method: 'GET',
  summary: 'Se a conta espera um aviso do evento',
  data: z.object({ waits: z.boolean() }),
})
/** Throws 409 when registrations are open, or will not open any more. */
export const askForAlert = defineRoute({
  ...ALERT,
  method: 'POST',
  summary: 'Pede um e-mail quando as inscrições abrirem ou uma vaga for liberada',
})
export const endAlert = defineRoute({ ...ALERT, method: 'DELETE', summary: 'Desiste do aviso' })

/** By the link in the e-mail. Succeeds for an alert that has already ended. */
export const endAlertByLink = defineRoute({
  method: 'POST',
  path: '/event-alerts/end',
  access: 'public',
  tag: 'Eventos',
  summary: 'Desiste do aviso pelo link do e-mail',
  body: z.object({ token: z.string().min(1).max(100) }),
})
