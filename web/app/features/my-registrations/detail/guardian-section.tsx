import { TextInput } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import {
  type Authorization,
  inviteSigner,
  readMyAuthorization,
  signMyAuthorization,
} from '#contract/people/guardian.ts'
import type { Signer } from '#contract/registration/minors.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { Invite } from '#web/features/people/confirmation/invitation.tsx'
import { AuthorizationForm, type Signature } from '#web/features/people/guardian/authorization-form.tsx'
import { GuardianStatus } from '#web/features/people/guardian/guardian-status.tsx'
import classes from '#web/features/registration/details.module.css'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'

interface GuardianSectionProps {
  id: number
  participant: MyRegistration['participant']
  guardian: NonNullable<MyRegistration['guardian']>
}

/** The signatures for a minor: given here by the account's owner, or by a link. */
export function GuardianSection({ id, participant, guardian }: GuardianSectionProps) {
  const { is_own: isOwn } = guardian
  const ownRole: Signer = isOwn ? 'participant' : 'guardian'
  return (
    <section className={classes.section} aria-labelledby="guardian-title">
      <h2 id="guardian-title">Autorização do responsável</h2>
      <div className={classes.choice}>
        <GuardianStatus
          name={participant.name}
          state={guardian}
          ways={(role) => (
            <>
              {role === ownRole && <SignHere id={id} role={role} />}
              {(role !== 'participant' || !isOwn) && (
                <InviteSigner id={id} role={role} due={guardian.due_at} />
              )}
            </>
          )}
        />
      </div>
    </section>
  )
}

function SignHere({ id, role }: { id: number; role: Signer }) {
  const [authorization, setAuthorization] = useState<Authorization | null>(null)
  const [busy, setBusy] = useState(false)
  const sign = useRegistrationChange({
    change: ({ text, consents, guardian }: Signature) =>
      api(signMyAuthorization, {
        params: { id },
        body: { text, consents, guardian: guardian && { relationship: guardian.relationship } },
      }),
    done: 'Assinado.',
    failure: 'Não foi possível assinar. Tente de novo.',
  })
  async function load() {
    setBusy(true)
    try {
      setAuthorization((await api(readMyAuthorization, { params: { id } })).data)
    } catch (failure) {
      showToast('error', failureMessage(failure, 'Não foi possível abrir o texto.'))
    } finally {
      setBusy(false)
    }
  }
  if (authorization)
    return (
      <AuthorizationForm
        authorization={authorization}
        heading="h3"
        // The mutation shows its failure.
        send={(signature) => sign.mutateAsync(signature).catch(() => {})}
      />
    )
  return (
    <div>
      <TextButton icon={IconSignature} loading={busy} onClick={load}>
        {role === 'guardian' ? 'Assinar como responsável' : 'Ler e assinar'}
      </TextButton>
    </div>
  )
}

function InviteSigner({ id, role, due }: { id: number; role: Signer; due: string }) {
  const [email, setEmail] = useState('')
  return (
    <>
      {role === 'guardian' && (
        <TextInput
          type="email"
          label="E-mail do responsável (opcional)"
          description="Enviamos o link também por e-mail"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <Invite
        label="Criar link para assinar"
        note={`O link vale até ${momentWords(due)} e funciona uma vez.`}
        invite={async () => (await api(inviteSigner, { params: { id }, body: { role, email } })).data}
      />
    </>
  )
}
