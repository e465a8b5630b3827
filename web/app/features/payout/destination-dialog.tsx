import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { ACCOUNT_KINDS, type AccountKind, type BankAccount } from '#contract/payout/bank-account.ts'
import { savePayoutDestination } from '#contract/payout/organizer.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { PIX_KEY_TYPES, type PixKeyType } from '#contract/payout/pix-key.ts'
import { api } from '../../api.ts'
import { FieldRow } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { FormDialog } from './form-dialog.tsx'

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

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

interface DestinationDialogProps extends Pick<OrganizerBalance, 'destination'> {
  icon: TablerIcon
}

/** What is left empty is removed. */
export function DestinationDialog({ icon, destination }: DestinationDialogProps) {
  const [type, setType] = useState<PixKeyType>(destination?.pix_key_type ?? 'cnpj')
  const [key, setKey] = useState(destination?.pix_key ?? '')
  const [account, setAccount] = useState(destination?.bank_account ?? null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <FormDialog
      icon={icon}
      label={destination ? 'Trocar conta' : 'Cadastrar conta'}
      title="Onde você recebe os repasses"
      fields={FIELDS}
      submit="Salvar"
      action={async () => {
        const answer = await api(savePayoutDestination, {
          body: {
            pix_key_type: type,
            pix_key: key,
            bank_account: account,
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
          <PasswordField
            label="Sua senha"
            description="Pedimos a senha porque a conta decide quem recebe o dinheiro."
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errorOf('current_password')}
          />
          <CodeField value={code} onChange={setCode} error={errorOf('code')} />
        </>
      )}
    </FormDialog>
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
