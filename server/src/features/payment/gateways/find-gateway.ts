import type { PaymentGateway } from './gateway.ts'

/** New charges are made with `gateway`; the others serve payments made before the setting was changed. */
export interface Gateways {
  gateway: PaymentGateway
  otherGateways: readonly PaymentGateway[]
}

export const findGateway = ({ gateway, otherGateways }: Gateways, provider: string) =>
  [gateway, ...otherGateways].find((one) => one.provider === provider)

/**
 * The gateway that a payment was made with. Throws an error that is worth a retry when it is not configured: that concerns this
 * payment, not every payment, so it is not `GatewayUnavailable`.
 */
export function gatewayOf(gateways: Gateways, provider: string): PaymentGateway {
  const found = findGateway(gateways, provider)
  if (!found) throw new Error(`the gateway ${provider} is not configured`)
  return found
}
