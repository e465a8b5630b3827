import { asaasEnvironment } from '#test/asaas/gateways.ts'
import { startAsaas } from '#test/asaas/stand-in.ts'
import { startMailServer } from '#test/mail-server.ts'

export interface Services {
  /** Settings that make the product use these services. */
  environment: Record<string, string>
}

export interface ServicesCount {
  charges: number
  emails: number
}

export interface GatewayMessage {
  body: string
  headers: Record<string, string>
}

export type ServicesQuestion = 'count' | 'payAll' | { pay: string }

/** The gateway and the mail server in a process of their own. Answers questions in their order. */
const asaas = await startAsaas()
const mail = await startMailServer()
process.on('message', (question: ServicesQuestion) => {
  if (question === 'count') process.send?.(count())
  else if (question === 'payAll') process.send?.(payAll())
  else process.send?.(pay(question.pay))
})
const count = (): ServicesCount => ({ charges: asaas.list().length, emails: mail.accepted() })
function pay(chargeId: string): GatewayMessage {
  asaas.change(chargeId, { status: 'RECEIVED' })
  return {
    body: asaas.message('PAYMENT_RECEIVED', chargeId),
    headers: { 'content-type': 'application/json', 'asaas-access-token': asaas.webhookToken },
  }
}
const payAll = (): GatewayMessage[] =>
  asaas
    .list()
    .filter(({ status }) => status === 'PENDING')
    .map(({ id }) => pay(id))
process.on('disconnect', () => process.exit(0))
const services: Services = {
  environment: { PAYMENT_GATEWAY: 'asaas', ...asaasEnvironment(asaas), SMTP_URL: mail.url },
}
process.send?.(services)
