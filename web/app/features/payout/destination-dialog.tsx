import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { ACCOUNT_KINDS, type AccountKind, type BankAccount } from '#contract/payout/bank-account.ts'
import { savePayoutDestination } from '#contract/payout/organizer.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { PIX_KEY_TYPES, type PixKeyType } from '#contract/payout/pix-key.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { ProofFields, useProof } from '#web/features/account/proof-fields.tsx'
import { FieldRow } from '#web/ui/form-section.tsx'
import { optionsOf } from '#web/ui/options-of.ts'
import { PAYOUTS_KEY } from './queries.ts'

const BLANK: BankAccount = { bank: '', branch: '', account: '', kind: 'checking', holder_document: '' }
const FIELDS = [
  'pix_key',
  'pix_key_type',
  'bank_account.bank',
  'bank_account.branch',
  'bank_account.account',
  'bank_account.kind',
  'bank_account.holder_document',
  'current_password',
  'code',
] as const

/** Changes Pix key and bank account. Fields that are left empty are removed. */
export function DestinationDialog({ destination }: Pick<OrganizerBalance, 'destination'>) {
  const [type, setType] = useState<PixKeyType>(destination?.pix_key_type ?? 'cnpj')
  const [key, setKey] = useState(destination?.pix_key ?? '')
  const [account, setAccount] = useState(destination?.bank_account ?? null)
  const { send, ...proof } = useProof()
  return (
    <FormDialogButton
      changes={PAYOUTS_KEY}
      icon={IconKey}
      label={destination ? 'Trocar conta' : 'Cadastrar conta'}
      title="Onde você recebe os repasses"
      fields={FIELDS}
      submit="Salvar"
      action={() =>
        send((secret) => {
          const body = { pix_key_type: type, pix_key: key, bank_account: account, ...secret }
          return api(savePayoutDestination, { body })
        })
      }
    >
      {(errorOf) => (
        <>
          <FieldRow columns="1fr 2fr">
            <NativeSelect
              label="Tipo da chave"
              data={optionsOf(PIX_KEY_TYPES)}
              value={type}
              onChange={(event) => setType(event.currentTarget.value as PixKeyType)}
              error={errorOf('pix_key_type')}
            />
            <TextInput
              label="Chave Pix"
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
              autoComplete="off"
              error={errorOf('pix_key')}
            />
          </FieldRow>
          <Switch
            label="Informar uma conta bancária"
            description="Ao lado da chave Pix, ou no lugar dela."
            checked={account !== null}
            onChange={(event) => setAccount(event.currentTarget.checked ? BLANK : null)}
          />
          {account && <AccountFields account={account} onChange={setAccount} errorOf={errorOf} />}
          <ProofFields
            {...proof}
            description="Pedimos a senha porque a conta decide quem recebe o dinheiro."
            errorOf={errorOf}
          />
        </>
      )}
    </FormDialogButton>
  )
}

interface AccountFieldsProps {
  account: BankAccount
  onChange: (account: BankAccount) => void
  errorOf: (field: (typeof FIELDS)[number]) => string | undefined
}

function AccountFields({ account, onChange, errorOf }: AccountFieldsProps) {
  const field = (name: Exclude<keyof BankAccount, 'kind'>, label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={account[name]}
      onChange={(event) => onChange({ ...account, [name]: event.currentTarget.value })}
      autoComplete="off"
      error={errorOf(`bank_account.${name}`)}
    />
  )
  return (
    <>
      <FieldRow columns="1fr 1fr">
        {field('bank', 'Número do banco')}
        {field('branch', 'Agência')}
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        {field('account', 'Conta com dígito')}
        <NativeSelect
          label="Tipo da conta"
          data={optionsOf(ACCOUNT_KINDS)}
          value={account.kind}
          onChange={(event) => onChange({ ...account, kind: event.currentTarget.value as AccountKind })}
          error={errorOf('bank_account.kind')}
        />
      </FieldRow>
      {field('holder_document', 'CPF ou CNPJ do titular', 'A conta precisa ser do organizador.')}
    </>
  )
}
