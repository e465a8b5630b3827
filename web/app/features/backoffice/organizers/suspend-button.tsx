import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { type OrganizerAccount, suspendOrganizer } from '#contract/backoffice/organizers.ts'
import { api } from '../../../api.ts'
import { ActionButton } from '../action-button.tsx'
import { plural } from '../count.ts'
import { ORGANIZERS_KEY } from '../queries.ts'

export function SuspendButton({ organizer }: { organizer: OrganizerAccount }) {
  const suspended = organizer.suspended_at !== null
  const change = () =>
    api(suspendOrganizer, { params: { id: organizer.id }, body: { suspended: !suspended } })
  const common = {
    action: change,
    forget: ORGANIZERS_KEY,
    failure: 'Erro ao mudar a situação do organizador.',
  }
  if (suspended)
    return (
      <ActionButton
        key="reactivate"
        icon={IconLockOpen}
        label="Reativar"
        question={{
          title: `Reativar ${organizer.fantasy_name}?`,
          words:
            'O organizador e os realizadores podem entrar de novo. Os eventos continuam fechados até que alguém os abra, um a um.',
          confirm: 'Reativar',
        }}
        {...common}
      />
    )
  return (
    <ActionButton
      key="suspend"
      icon={IconLock}
      label="Suspender"
      danger
      question={{
        title: `Suspender ${organizer.fantasy_name}?`,
        words: (
          <>
            {leaving(organizer.producers)} {closing(organizer.open_events)} As páginas dos eventos e as
            inscrições já feitas continuam no ar.
          </>
        ),
        confirm: 'Suspender',
      }}
      {...common}
    />
  )
}

const leaving = (producers: number): string =>
  producers === 0
    ? 'O organizador sai de todos os aparelhos e não entra mais.'
    : `O organizador e ${plural(producers, 'realizador', 'realizadores')} saem de todos os aparelhos e não entram mais.`

const closing = (events: number): string => {
  if (events === 0) return 'Nenhum evento está com inscrições abertas.'
  return events === 1
    ? 'As inscrições do evento ativo são fechadas.'
    : `As inscrições dos ${events} eventos ativos são fechadas.`
}
