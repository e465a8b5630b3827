import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Profile } from '#contract/account.ts'
import { formatCpf, formatPhone } from '#contract/documents.ts'
import classes from './buyer-card.module.css'
import { missingFrom } from './problems.ts'

interface BuyerCardProps {
  profile: Profile
  problem: string | undefined
}

const SEX_WORDS = ['Masculino', 'Feminino']

/** The buyer as the registration will know them: from the profile, changed there. */
export function BuyerCard({ profile, problem }: BuyerCardProps) {
  const missing = missingFrom(profile)
  const warning =
    problem ??
    (missing.length > 0 && `Complete o seu perfil antes de se inscrever. Falta: ${missing.join(', ')}.`)
  const facts: [string, string | null | undefined][] = [
    ['CPF', profile.cpf && formatCpf(profile.cpf)],
    ['Nascimento', profile.birth_date],
    ['Sexo', profile.sex === null ? null : SEX_WORDS[profile.sex]],
    ['Telefone', profile.phone && formatPhone(profile.phone)],
    ['E-mail', profile.email],
  ]
  return (
    <section className={classes.card} aria-labelledby="buyer-name">
      <div className={classes.head}>
        <div className={classes.who}>
          <p className={classes.role}>Você</p>
          <h3 id="buyer-name">{profile.name}</h3>
        </div>
        <Button
          component={Link}
          to="/participante/perfil"
          variant="default"
          leftSection={<IconPencil size={20} aria-hidden />}
        >
          Editar perfil
        </Button>
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} data-wide={label === 'E-mail' || undefined}>
            <dt>{label}</dt>
            <dd data-missing={!value || undefined}>{value || 'Não informado'}</dd>
          </div>
        ))}
      </dl>
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
