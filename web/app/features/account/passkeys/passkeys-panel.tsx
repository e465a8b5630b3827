import { Skeleton, TextInput } from '@mantine/core'
import { IconFingerprint, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, removePasskey, renamePasskey } from '#contract/account/passkeys.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { deviceWords } from '../access/device-words.ts'
import classes from '../access/session-list.module.css'
import { ProofFields, useProof } from '../proof-fields.tsx'
import { passkeysQuery } from '../queries.ts'

const CHANGES = passkeysQuery.queryKey

/** Loaded when the dialog is submitted. */
const load = () => import('./create-passkey.ts').then((module) => module.createPasskey)

export function PasskeysPanel() {
  const passkeys = useQuery(passkeysQuery)
  const failure = listFailure(passkeys)
  return (
    <FormSection
      title="Chaves de acesso"
      description="Entre com a digital, o rosto ou o PIN do aparelho, sem senha e sem código. Nada disso sai do aparelho."
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        passkeys.data?.length !== 0 && (
          <ul className={classes.list} aria-busy={passkeys.isPending}>
            {passkeys.data?.map((passkey) => <PasskeyItem key={passkey.id} passkey={passkey} />) ?? (
              <Skeleton component="li" height={56} />
            )}
          </ul>
        )
      )}
      {passkeys.data && <AddPasskey isFirst={passkeys.data.length === 0} />}
    </FormSection>
  )
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { name, created_at, last_used_at } = passkey
  return (
    <li className={classes.session}>
      <IconFingerprint size={28} aria-hidden />
      <div className={classes.words}>
        <strong>{name}</strong>
        <span>
          {last_used_at
            ? `Usada pela última vez em ${momentWords(last_used_at)}`
            : `Adicionada em ${momentWords(created_at)}, ainda não usada`}
        </span>
      </div>
      <div className={classes.actions}>
        <RenamePasskey passkey={passkey} />
        <RemovePasskey passkey={passkey} />
      </div>
    </li>
  )
}

interface NameFieldProps {
  name: string
  onName: (name: string) => void
  error: string | undefined
}

const NameField = ({ name, onName, error }: NameFieldProps) => (
  <TextInput
    label="Nome"
    description="Para você reconhecer o aparelho na lista."
    value={name}
    onChange={(event) => onName(event.currentTarget.value)}
    maxLength={60}
    error={error}
  />
)

function AddPasskey({ isFirst }: { isFirst: boolean }) {
  const [name, setName] = useState(() => deviceWords(navigator.userAgent).name)
  const { send, ...proof } = useProof()
  // In-app browsers and pages without TLS lack it.
  if (!('PublicKeyCredential' in window))
    return <p>Este navegador não cria chaves de acesso. Abra esta página em outro navegador.</p>
  return (
    <div>
      <FormDialogButton
        changes={CHANGES}
        icon={IconPlus}
        label={isFirst ? 'Criar chave de acesso' : 'Criar outra chave de acesso'}
        title="Criar chave de acesso"
        fields={['name', 'current_password', 'code']}
        submit="Continuar"
        action={async () => {
          const create = await load()
          return send((secret) => create(name, secret))
        }}
      >
        {(errorOf) => (
          <>
            <p>O aparelho vai pedir a sua digital, o seu rosto ou o PIN, e guarda a chave.</p>
            <NameField name={name} onName={setName} error={errorOf('name')} />
            <ProofFields {...proof} description="Para começar, confirme que é você." errorOf={errorOf} />
          </>
        )}
      </FormDialogButton>
    </div>
  )
}

function RenamePasskey({ passkey: { id, name: before } }: { passkey: Passkey }) {
  const [name, setName] = useState(before)
  return (
    <FormDialogButton
      compact
      changes={CHANGES}
      icon={IconPencil}
      label={`Mudar o nome: ${before}`}
      title="Mudar o nome da chave de acesso"
      fields={['name']}
      submit="Salvar"
      action={() => api(renamePasskey, { params: { id }, body: { name } })}
    >
      {(errorOf) => <NameField name={name} onName={setName} error={errorOf('name')} />}
    </FormDialogButton>
  )
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const { send, ...proof } = useProof()
  return (
    <FormDialogButton
      compact
      danger
      changes={CHANGES}
      icon={IconTrash}
      label={`Remover: ${name}`}
      title="Remover chave de acesso"
      fields={['current_password', 'code']}
      submit="Remover"
      action={() => send((body) => api(removePasskey, { params: { id }, body }))}
    >
      {(errorOf) => (
        <>
          <p>
            A chave <strong>{name}</strong> deixa de entrar na sua conta. Depois, apague-a também no aparelho,
            para que ele não a ofereça mais.
          </p>
          <ProofFields {...proof} description="Confirme que é você." errorOf={errorOf} />
        </>
      )}
    </FormDialogButton>
  )
}
