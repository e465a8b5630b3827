import { IconCashBanknote } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDecimal, toCents } from '#contract/money.ts'
import { destinationWords } from '#contract/payout/destination.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { MaskedInput } from '../../ui/masked-input.tsx'
import { FormDialog } from './form-dialog.tsx'

interface AmountDialogProps {
  label: string
  title: string
  balance: Pick<OrganizerBalance, 'payable' | 'destination'>
  /** The main action of its page. */
  main?: boolean
  action: (amount: string) => Promise<{ message?: string }>
}

/** Asks how much is to be paid out: everything that is available, unless less is typed. */
export function AmountDialog({ label, title, balance, main = false, action }: AmountDialogProps) {
  const { payable, destination } = balance
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed ?? payable
  return (
    <FormDialog
      icon={IconCashBanknote}
      label={label}
      variant={main ? 'filled' : 'default'}
      disabled={destination === null || (toCents(payable) ?? 0) === 0}
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
    </FormDialog>
  )
}
