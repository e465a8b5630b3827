import { IconCashBanknote } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDecimal, toCents } from '#contract/money.ts'
import { destinationWords } from '#contract/payout/destination.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { PAYOUTS_KEY } from './queries.ts'

interface AmountDialogProps {
  label: string
  title: string
  balance: Pick<OrganizerBalance, 'payable' | 'destination' | 'destination_state'>
  main?: boolean
  action: (amount: string) => Promise<{ message?: string }>
}

/** Asks for the amount of a payout. The default is the whole available balance. */
export function AmountDialog({ label, title, balance, main = false, action }: AmountDialogProps) {
  const { payable, destination, destination_state: state } = balance
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed ?? payable
  return (
    <FormDialogButton
      changes={PAYOUTS_KEY}
      icon={IconCashBanknote}
      label={label}
      variant={main ? 'filled' : 'default'}
      disabled={!state || state.held_until !== null || state.awaits_holder || (toCents(payable) ?? 0) === 0}
      title={title}
      fields={['amount']}
      submit="Pedir"
      action={async () => {
        const answer = await action(amount)
        setTyped(null)
        return answer
      }}
    >
      {(errorOf) => (
        <>
          <p>
            Disponível: <strong>{formatDecimal(payable)}</strong>. Depois da aprovação, o pagamento vai para{' '}
            <strong>{destination && destinationWords(destination)}</strong>.
          </p>
          <MaskedInput
            mask="money"
            label="Valor do repasse"
            value={amount}
            onChange={setTyped}
            autoComplete="off"
            error={errorOf('amount')}
          />
        </>
      )}
    </FormDialogButton>
  )
}
