import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconUserQuestion } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { MergePreview } from '#contract/backoffice/accounts.ts'
import { pathTo, REGISTRATION_EDIT_PATH } from '../../../paths.ts'
import { plain } from '../../../ui/plain.ts'
import merge from './merge.module.css'

/** Two people are not merged by a slip of the finger. */
export function Doubt({ preview: { kept, duplicate } }: { preview: MergePreview }) {
  const otherName = plain(kept.name) !== plain(duplicate.name)
  const otherCpf = kept.masked_cpf !== null && duplicate.masked_cpf !== null
  if (!otherName && !otherCpf) return null
  return (
    <Alert color="yellow" title="É mesmo a mesma pessoa?" icon={<IconUserQuestion size={22} aria-hidden />}>
      {otherName && 'Os nomes são diferentes. '}
      {otherCpf &&
        'Os CPFs são diferentes: as inscrições da própria pessoa passam a levar o da conta que fica, e o outro se perde.'}
    </Alert>
  )
}

/** What stands in the way. */
export function Conflicts({ conflicts }: { conflicts: MergePreview['conflicts'] }) {
  if (conflicts.length === 0) return null
  return (
    <Alert
      color="red"
      title="As duas contas estão inscritas no mesmo evento"
      icon={<IconAlertTriangle size={22} aria-hidden />}
    >
      <p className={merge.words}>Cancele uma das inscrições de cada evento antes de unificar.</p>
      <ul className={merge.changes}>
        {conflicts.map(({ event, kept_registration: kept, duplicate_registration: other }) => (
          <li key={other}>
            {event}: <Link to={pathTo(REGISTRATION_EDIT_PATH, other)}>a da conta que sai</Link> ou{' '}
            <Link to={pathTo(REGISTRATION_EDIT_PATH, kept)}>a da conta que fica</Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
