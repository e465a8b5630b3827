import { ActionIcon } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { RegistrationRow } from '#contract/my-registrations/my-registrations.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import classes from './my-events.module.css'
import { paymentPath } from './next-action.ts'

const ICON = <IconExternalLink size={22} aria-hidden />

/** Opens the receipt of a paid registration, otherwise the payment page. */
export function PaymentIcon({ row }: { row: RegistrationRow }) {
  const to = paymentPath(row)
  if (to === null)
    return (
      <Tooltip label="Pagamento indisponível">
        <ActionIcon disabled className={classes.link} aria-label="Pagamento indisponível">
          {ICON}
        </ActionIcon>
      </Tooltip>
    )
  return (
    <Tooltip label="Ver pagamento">
      {to === row.event.payment?.payment_link ? (
        <ActionIcon
          component="a"
          href={to}
          target="_blank"
          rel="noopener"
          aria-label="Ver pagamento (abre em outra aba)"
        >
          {ICON}
        </ActionIcon>
      ) : (
        <ActionIcon component={Link} to={to} aria-label="Ver pagamento: comprovante">
          {ICON}
        </ActionIcon>
      )}
    </Tooltip>
  )
}
