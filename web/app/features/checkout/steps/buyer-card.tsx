import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import type { Profile } from '#contract/account/account.ts'
import { profileProblem } from '#contract/checkout/order-rules.ts'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { PROFILE_PATH } from '#web/paths.ts'
import { Facts } from '#web/ui/facts.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import classes from './buyer-card.module.css'

interface BuyerCardProps {
  profile: Profile
  problem: string | undefined
}

/** The registration copies the buyer's data from the profile, where they are edited. */
export function BuyerCard({ profile, problem }: BuyerCardProps) {
  const warning = problem ?? profileProblem(profile)
  const missing = <span className={classes.missing}>Não informado</span>
  return (
    <section className={classes.card} aria-labelledby="buyer-name">
      <div className={classes.head}>
        <div className={classes.who}>
          <p className={classes.role}>Você</p>
          <h3 id="buyer-name">{profile.name}</h3>
        </div>
        <LinkButton to={PROFILE_PATH} variant="default" icon={IconPencil}>
          Editar perfil
        </LinkButton>
      </div>
      <Facts
        facts={[
          ['CPF', profile.cpf ? formatCpf(profile.cpf) : missing],
          ['Nascimento', profile.birth_date ?? missing],
          ['Sexo', profile.sex === null ? missing : SEXES[profile.sex]],
          ['Telefone', profile.phone ? formatPhone(profile.phone) : missing],
          ['Email', profile.email],
        ]}
      />
      {warning && (
        <Alert
          color={problem ? 'red' : 'yellow'}
          icon={<IconAlertTriangle size={20} aria-hidden />}
          tabIndex={-1}
          data-invalid={problem !== undefined || undefined}
        >
          {warning}
        </Alert>
      )}
    </section>
  )
}
