import { ActionIcon } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { isLinkUsable } from '#contract/payment-status.ts'
import type { RegistrationRow } from '#contract/registration.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import classes from './registration-table.module.css'

/** The icon that opens a payment, while there is something to open. */
export function PaymentLink({ payment }: { payment: RegistrationRow['event']['payment'] }) {
  if (payment?.payment_link && isLinkUsable(payment.payment_link, payment.status)) {
    return (
      <Tooltip label="Ver pagamento">
        <ActionIcon
          component="a"
          href={payment.payment_link}
          target="_blank"
          rel="noopener"
          aria-label="Ver pagamento (abre em outra aba)"
        >
          <IconExternalLink size={22} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <Tooltip label="Pagamento indisponível">
      <ActionIcon disabled className={classes.link} aria-label="Pagamento indisponível">
        <IconExternalLink size={22} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
