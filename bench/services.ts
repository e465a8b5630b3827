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

/** The gateway and the mail server in a process of their own. Answers each message with the counts so far. */
const asaas = await startAsaas()
const mail = await startMailServer()
process.on('message', () => {
  const count: ServicesCount = { charges: asaas.list().length, emails: mail.accepted() }
  process.send?.(count)
})
process.on('disconnect', () => process.exit(0))
const services: Services = {
  environment: { PAYMENT_GATEWAY: 'asaas', ...asaasEnvironment(asaas), SMTP_URL: mail.url },
}
process.send?.(services)
