import { Switch, TextInput } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useState } from 'react'
import { requestWalletChange } from '#contract/payout/company.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { api } from '../../api.ts'
import { MaskedInput } from '../../ui/masked-input.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { FormDialog } from './form-dialog.tsx'

const DEFAULT_SHARE = '80.00'

/** Whether the gateway sends a share of each new charge straight to the organizer's wallet. */
export function WalletDialog({ organizer, wallet }: Pick<OrganizerBalance, 'organizer' | 'wallet'>) {
  const [isOn, setOn] = useState(wallet !== null)
  const [id, setId] = useState(wallet?.id ?? '')
  const [percentage, setPercentage] = useState(wallet?.percentage ?? DEFAULT_SHARE)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <FormDialog
      icon={IconWallet}
      label={`Carteira de ${organizer.name}`}
      compact
      title={`Carteira de ${organizer.name} no Asaas`}
      fields={['wallet.id', 'wallet.percentage', 'current_password', 'code']}
      submit="Pedir mudança"
      action={async () => {
        const answer = await api(requestWalletChange, {
          params: { id: organizer.id },
          body: {
            wallet: isOn ? { id, percentage } : null,
            current_password: password,
            code: code || undefined,
          },
        })
        setPassword('')
        setCode('')
        return answer
      }}
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
          <PasswordField
            label="Sua senha"
            description="Pedimos a senha porque a carteira decide quem recebe o dinheiro."
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errorOf('current_password')}
          />
          <CodeField value={code} onChange={setCode} error={errorOf('code')} />
          <p>
            A mudança vale depois que outra pessoa da empresa aprovar. O organizador recebe um e-mail agora.
          </p>
        </>
      )}
    </FormDialog>
  )
}
