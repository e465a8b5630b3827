import { useState } from 'react'
import { type MyRegistration, revokeMyConsent } from '#contract/my-registrations/my-registrations.ts'
import { api } from '#web/api/api.ts'
import classes from '#web/features/registration/details.module.css'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { TextButton } from '#web/ui/text-button.tsx'

interface AcceptedTermProps {
  registrationId: number
  term: MyRegistration['terms'][number]
}

/** A consent can be revoked; a term of the contract cannot. */
export function AcceptedTerm({ registrationId, term }: AcceptedTermProps) {
  const { name, version, description, kind, accepted_at: acceptedAt, revoked_at: revokedAt } = term
  const isConsent = kind === 'consent'
  return (
    <li>
      <h3>{name}</h3>
      <p className={classes.note}>
        {isConsent ? 'Autorização opcional: versão' : 'Versão'} {version}, {isConsent ? 'dada' : 'aceita'} em{' '}
        {momentWords(acceptedAt)}
        {revokedAt && ` e revogada em ${momentWords(revokedAt)}`}
      </p>
      <details className={classes.words}>
        <summary>Ler o {isConsent ? 'texto' : 'termo'}</summary>
        <p>{description}</p>
      </details>
      {isConsent && !revokedAt && <RevokeButton registrationId={registrationId} term={term} />}
    </li>
  )
}

function RevokeButton({ registrationId, term: { id, name } }: AcceptedTermProps) {
  const [open, setOpen] = useState(false)
  const revoke = useRegistrationChange({
    change: () => api(revokeMyConsent, { params: { id: registrationId, termId: id } }),
    done: 'Autorização revogada.',
    failure: 'Erro ao revogar a autorização.',
    onSettled: () => setOpen(false),
  })
  return (
    <>
      <TextButton variant="default" aria-label={`Revogar: ${name}`} onClick={() => setOpen(true)}>
        Revogar
      </TextButton>
      <ConfirmDialog
        open={open}
        title="Revogar esta autorização?"
        confirmLabel="Sim, revogar"
        cancelLabel="Manter"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>
          A organização deixa de poder contar com “{name}” a partir de agora. A sua inscrição continua
          valendo, e o que foi feito até aqui continua válido.
        </p>
      </ConfirmDialog>
    </>
  )
}
