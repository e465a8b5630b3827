import { IconLock, IconLockOpen, IconMailForward, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Producer } from '#contract/producer.ts'
import { blockProducer, removeProducer, resetProducerAccess } from '#contract/producer-access.ts'
import { api } from '../../../api.ts'
import { PRODUCERS_PATH } from '../../../paths.ts'
import { ActionButton } from '../../backoffice/action-button.tsx'
import { PRODUCER_LISTS_KEY, PRODUCERS_KEY } from '../queries.ts'

/** What the owner of a realizador's account does with it. */
export function AccessActions({ producer }: { producer: Producer }) {
  const navigate = useNavigate()
  const params = { id: producer.id }
  const blocked = producer.blocked_at !== null
  const invited = !producer.email_verified
  return (
    <>
      {!blocked && (
        <ActionButton
          icon={IconMailForward}
          label={invited ? 'Reenviar convite' : 'Redefinir acesso'}
          question={{
            title: invited ? 'Reenviar o convite?' : 'Redefinir o acesso?',
            words: `Um link para criar uma senha nova segue para ${producer.email}. Até lá, nada muda.`,
            confirm: 'Enviar',
          }}
          action={() => api(resetProducerAccess, { params })}
          invalidates={PRODUCERS_KEY}
          failure="Erro ao enviar o e-mail."
        />
      )}
      <ActionButton
        key={blocked ? 'unblock' : 'block'}
        icon={blocked ? IconLockOpen : IconLock}
        label={blocked ? 'Desbloquear' : 'Bloquear'}
        danger={!blocked}
        asksReason={!blocked}
        question={{
          title: `${blocked ? 'Desbloquear' : 'Bloquear'} ${producer.fantasy_name}?`,
          words: blocked
            ? 'O realizador pode entrar de novo, com a senha, os eventos e as permissões que tinha.'
            : 'O realizador sai de todos os aparelhos agora e não entra mais. Os eventos e as permissões ficam guardados.',
          confirm: blocked ? 'Desbloquear' : 'Bloquear',
        }}
        action={(reason) =>
          api(blockProducer, { params, body: blocked ? { blocked: false } : { blocked: true, reason } })
        }
        invalidates={PRODUCERS_KEY}
        failure="Erro ao mudar a situação do realizador."
      />
      <ActionButton
        icon={IconTrash}
        label="Remover"
        danger
        asksReason
        question={{
          title: `Remover ${producer.fantasy_name}?`,
          words:
            'O realizador perde o acesso, os eventos e as permissões para sempre. O que ele fez continua no histórico. Isso não pode ser desfeito.',
          confirm: 'Remover',
        }}
        action={(reason) => api(removeProducer, { params, body: { reason } })}
        onDone={() => navigate(PRODUCERS_PATH, { replace: true })}
        invalidates={PRODUCER_LISTS_KEY}
        failure="Erro ao remover o realizador."
      />
    </>
  )
}
