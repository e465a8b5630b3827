import { NativeSelect, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { savePayoutDestination } from '#contract/payout/organizer.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { PIX_KEY_TYPES, type PixKeyType } from '#contract/payout/pix-key.ts'
import { api } from '../../api.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import statement from '../report/statement/statement.module.css'
import { FormDialog } from './form-dialog.tsx'
import classes from './payout.module.css'

const TYPES = Object.entries(PIX_KEY_TYPES).map(([value, label]) => ({ value, label }))

/** The Pix key that receives the payouts, and its change. */
export function DestinationCard({ balance }: { balance: OrganizerBalance | undefined }) {
  if (!balance) return null
  const { destination } = balance
  return (
    <section className={statement.section} aria-labelledby="chave-pix">
      <h2 id="chave-pix">Chave Pix</h2>
      <div className={classes.bar}>
        <p className={classes.words}>
          {destination
            ? `${PIX_KEY_TYPES[destination.pix_key_type]}: ${destination.pix_key}`
            : 'Cadastre a chave Pix que recebe os repasses para poder pedir o primeiro.'}
        </p>
        <DestinationDialog destination={destination} />
      </div>
    </section>
  )
}

function DestinationDialog({ destination }: Pick<OrganizerBalance, 'destination'>) {
  const [type, setType] = useState<PixKeyType>(destination?.pix_key_type ?? 'cnpj')
  const [key, setKey] = useState('')
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      icon={IconKey}
      label={destination ? 'Trocar chave Pix' : 'Cadastrar chave Pix'}
      title="Chave Pix dos repasses"
      fields={['pix_key', 'pix_key_type', 'current_password']}
      submit="Salvar"
      action={async () => {
        const body = { pix_key_type: type, pix_key: key, current_password: password }
        const answer = await api(savePayoutDestination, { body })
        setKey('')
        setPassword('')
        return answer
      }}
    >
      {(errorOf) => (
        <>
          <NativeSelect
            label="Tipo da chave"
            data={TYPES}
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
          <PasswordField
            label="Sua senha"
            description="Pedimos a senha porque a chave decide quem recebe o dinheiro."
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errorOf('current_password')}
          />
        </>
      )}
    </FormDialog>
  )
}
