import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import { isFreeValue, paymentChip, type StatusColor } from '#contract/payment/payment-status.ts'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'

const toneOf = (color: StatusColor): Tone => (color === 'default' ? 'neutral' : color)

interface PaymentStatusProps {
  payment: { value: string; status: string } | null
}

/** The status chip of a payment: 'Gratuito' without anything to pay, 'Desconhecido' for an unknown status. */
export function PaymentStatus({ payment }: PaymentStatusProps) {
  if (isFreeValue(payment?.value)) return <StatusChip tone="success">Gratuito</StatusChip>
  const { label, color } = paymentChip(payment?.status)
  return <StatusChip tone={toneOf(color)}>{label}</StatusChip>
}

const TONES: Readonly<Record<string, Tone>> = { success: 'success', warning: 'warning', error: 'error' }

export function RegistrationStatus({ row }: { row: Pick<RegistrationRow, 'status' | 'status_color'> }) {
  return <StatusChip tone={TONES[row.status_color] ?? 'neutral'}>{row.status}</StatusChip>
}
