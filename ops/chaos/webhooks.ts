import { setTimeout as wait } from 'node:timers/promises'
import { API_BASE } from '#contract/route.ts'
import type { AsaasStandIn } from '#test/asaas/stand-in.ts'

const PAUSE_MS = 200

/** Pays at Asaas and sends its webhooks until accepted, every third one twice, every tenth never. */
export function asaasWebhooks(
  asaas: AsaasStandIn,
  productUrl: () => string,
): { pay(hostedLink: string): void; stop(): void } {
  let paid = 0
  let stopped = false

  async function send(body: string): Promise<void> {
    while (!stopped) {
      const accepted = await fetch(`${productUrl()}${API_BASE}/webhooks/asaas`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'asaas-access-token': asaas.webhookToken },
        body,
        signal: AbortSignal.timeout(10_000),
      }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (accepted) return
      await wait(PAUSE_MS)
    }
  }

  return {
    pay(hostedLink) {
      const id = `pay_${hostedLink.split('/').at(-1)}`
      const charge = asaas.list().find((one) => one.id === id)
      if (!charge || charge.deleted || charge.status !== 'PENDING') return
      asaas.change(id, { status: 'RECEIVED', paymentDate: new Date().toISOString().slice(0, 10) })
      paid++
      const body = asaas.message('PAYMENT_RECEIVED', id)
      if (paid % 10 === 0) return
      void send(body)
      if (paid % 3 === 0) void send(body)
    },
    stop() {
      stopped = true
    },
  }
}
