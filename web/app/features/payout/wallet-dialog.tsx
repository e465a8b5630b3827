import { Switch, TextInput } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useState } from 'react'
import { requestWalletChange } from '#contract/payout/enterprise.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { ProofFields, useProof } from '#web/features/account/proof-fields.tsx'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { PAYOUTS_KEY } from './queries.ts'

const DEFAULT_SHARE = '80.00'

/** Sets whether the gateway transfers a share of each new charge directly to the organizer's wallet. */
export function WalletDialog({ organizer, wallet }: Pick<OrganizerBalance, 'organizer' | 'wallet'>) {
  const [isOn, setOn] = useState(wallet !== null)
  const [id, setId] = useState(wallet?.id ?? '')
  const [percentage, setPercentage] = useState(wallet?.percentage ?? DEFAULT_SHARE)
  const { send, ...proof } = useProof()
  return (
    <FormDialogButton
      changes={PAYOUTS_KEY}
      icon={IconWallet}
      label={`Carteira de ${organizer.name}`}
      compact
      title={`Carteira de ${organizer.name} no Asaas`}
      fields={['wallet.id', 'wallet.percentage', 'current_password', 'code']}
      submit="Pedir mudança"
      action={() =>
        send((secret) => {
          const body = { wallet: isOn ? { id, percentage } : null, ...secret }
          return api(requestWalletChange, { params: { id: organizer.id }, body })
        })
      }
    >
      {(errorOf) => (
        <>
          <Switch
            label="Dividir cada cobrança nova com a carteira do organizador"
            description="O que for para a carteira não passa pela reserva nem pelos repasses. Deixe uma parte aqui: as tarifas e as devoluções parciais saem dela."
            checked={isOn}
            onChange={(event) => setOn(event.currentTarget.checked)}
          />
          {isOn && (
            <>
              <TextInput
                label="Código da carteira"
                value={id}
                onChange={(event) => setId(event.currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
                error={errorOf('wallet.id')}
              />
              <MaskedInput
                mask="percent"
                label="Quanto da parte do organizador"
                value={percentage}
                onChange={setPercentage}
                autoComplete="off"
                error={errorOf('wallet.percentage')}
              />
            </>
          )}
          <ProofFields
            {...proof}
            description="Pedimos a senha porque a carteira decide quem recebe o dinheiro."
            errorOf={errorOf}
          />
          <p>
            A mudança vale depois que outra pessoa da empresa aprovar. O organizador recebe um e-mail agora.
          </p>
        </>
      )}
    </FormDialogButton>
  )
}
