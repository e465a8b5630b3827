import { IconUserCheck } from '@tabler/icons-react'
import { destinationWords } from '#contract/payout/destination.ts'
import { confirmHolder } from '#contract/payout/enterprise.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { ProofFields, useProof } from '#web/features/account/proof-fields.tsx'
import cells from '#web/ui/cells.module.css'
import { momentWords } from '#web/ui/date-time-words.ts'
import statement from '#web/ui/statement.module.css'
import classes from './payout.module.css'
import { PAYOUTS_KEY } from './queries.ts'

type Account = Pick<OrganizerBalance, 'organizer' | 'destination' | 'destination_state'>

/** The destinations whose holder somebody of the enterprise looks up before they receive anything. */
export function HolderChecks({ accounts }: { accounts: readonly Account[] }) {
  const waiting = accounts.filter(({ destination_state }) => destination_state?.awaits_holder)
  if (waiting.length === 0) return null
  return (
    <section className={statement.section}>
      <h2>Contas a conferir</h2>
      <ul className={classes.changes}>
        {waiting.map((account) => (
          <li key={account.organizer.id} className={classes.bar}>
            <HolderCheck {...account} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function HolderCheck({ organizer, destination, destination_state: state }: Account) {
  const { send, ...proof } = useProof()
  if (!destination || !state) return null
  const { saved_at, previous } = state
  return (
    <>
      <div className={cells.lines}>
        <strong>{organizer.name}</strong>
        <span className={classes.code}>{destinationWords(destination)}</span>
        <span className={cells.minor}>
          Cadastrada em {momentWords(saved_at)}
          {previous && ` no lugar de ${previous}`}
        </span>
      </div>
      <FormDialogButton
        changes={PAYOUTS_KEY}
        icon={IconUserCheck}
        label="Confirmar titular"
        title={`A conta é de ${organizer.name}?`}
        fields={['current_password', 'code']}
        submit="Confirmar titular"
        action={() =>
          send((secret) =>
            api(confirmHolder, { params: { id: organizer.id }, body: { saved_at, ...secret } }),
          )
        }
      >
        {(errorOf) => (
          <>
            <p>
              Digite <strong>{destinationWords(destination)}</strong> no aplicativo do banco: o nome e o
              documento do titular precisam ser os do organizador. Confirme também com ele, por um telefone
              que você já conhecia.
            </p>
            <ProofFields
              {...proof}
              description="Pedimos a senha porque a conta decide quem recebe o dinheiro."
              errorOf={errorOf}
            />
          </>
        )}
      </FormDialogButton>
    </>
  )
}
