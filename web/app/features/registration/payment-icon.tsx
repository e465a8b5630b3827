import { ActionIcon } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { isLinkShown, isPaid, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { RegistrationRow } from '#contract/registration.ts'
import { pathTo, RECEIPT_PATH } from '../../paths.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import classes from './my-events.module.css'

const ICON = <IconExternalLink size={22} aria-hidden />

/** Opens the receipt of what is paid, else the payment's page; disabled without a link, and when Vencido or Cancelado. */
export function PaymentIcon({ row }: { row: RegistrationRow }) {
  const { payment } = row.event
  if (!payment || !isLinkShown(payment.payment_link, payment.status))
    return (
      <Tooltip label="Pagamento indisponível">
        <ActionIcon disabled className={classes.link} aria-label="Pagamento indisponível">
          {ICON}
        </ActionIcon>
      </Tooltip>
    )
  return (
    <Tooltip label="Ver pagamento">
      {hasReceipt(row) ? (
        <ActionIcon
          component={Link}
          to={pathTo(RECEIPT_PATH, row.id)}
          aria-label="Ver pagamento: comprovante"
        >
          {ICON}
        </ActionIcon>
      ) : (
        <ActionIcon
          component="a"
          href={payment.payment_link}
          target="_blank"
          rel="noopener"
          aria-label="Ver pagamento (abre em outra aba)"
        >
          {ICON}
        </ActionIcon>
      )}
    </Tooltip>
  )
}

const hasReceipt = ({ status_code: status, event: { payment } }: RegistrationRow): boolean =>
  status === REGISTRATION_STATUS.confirmed && payment !== null && isPaid(payment.status_code)
