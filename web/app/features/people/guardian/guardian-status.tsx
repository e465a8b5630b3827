import type { ReactNode } from 'react'
import { type GuardianState, guardianRoleWords, type Signer } from '#contract/registration/minors.ts'
import classes from '#web/features/registration/details.module.css'
import { momentWords } from '#web/ui/date-time-words.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

interface GuardianStatusProps {
  name: string
  state: GuardianState
  /** The ways in which a missing signature can be given; null: none. */
  ways: ((role: Signer) => ReactNode) | null
}

/** Who has signed for a minor, and who still has to. */
export function GuardianStatus({
  name,
  state: { missing, signatures, due_at, refused_at },
  ways,
}: GuardianStatusProps) {
  const [firstName = ''] = name.split(' ')
  if (refused_at) return <p>A participação não foi autorizada, em {momentWords(refused_at)}.</p>
  return (
    <>
      {missing.length > 0 && (
        <p>
          {firstName} terá menos de 18 anos no dia da corrida. Sem as assinaturas no prazo, a inscrição é
          cancelada e tudo o que foi pago é devolvido. O kit só é entregue depois delas.
        </p>
      )}
      <ul className={classes.list}>
        {signatures.map(({ role, name: signer, relationship, signed_at }) => (
          <li key={role} className={classes.row}>
            <span>
              <strong>{signer}</strong> ({guardianRoleWords(relationship)}) assinou em{' '}
              {momentWords(signed_at)}
            </span>
            <StatusChip tone="success">Assinada</StatusChip>
          </li>
        ))}
        {missing.map((role) => (
          <li key={role} className={classes.choice}>
            <div className={classes.row}>
              <strong>
                {role === 'guardian' ? 'Falta o responsável assinar' : `Falta ${firstName} assinar`}
              </strong>
              <StatusChip tone="warning">{`Até ${momentWords(due_at)}`}</StatusChip>
            </div>
            {ways?.(role)}
          </li>
        ))}
      </ul>
    </>
  )
}
