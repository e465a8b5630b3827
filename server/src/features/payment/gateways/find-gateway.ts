import type { PaymentGateway } from './gateway.ts'

/** New charges use `gateway`; the others serve payments created before the setting was changed. */
export interface Gateways {
  gateway: PaymentGateway
  otherGateways: readonly PaymentGateway[]
}

export const findGateway = ({ gateway, otherGateways }: Gateways, provider: string) =>
  [gateway, ...otherGateways].find((one) => one.provider === provider)

/** Throws, but not `GatewayUnavailable`, when it is not configured: only this payment is affected. */
export function gatewayOf(gateways: Gateways, provider: string): PaymentGateway {
  const found = findGateway(gateways, provider)
  if (!found) throw new Error(`the gateway ${provider} is not configured`)
  return found
}
