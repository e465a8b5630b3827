import { Button } from '@mantine/core'
import { IconLink, IconPencil, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import {
  endProducerSession,
  endProducerSessions,
  listProducerSessions,
  type Producer,
} from '#contract/producer/producer.ts'
import { api } from '#web/api/api.ts'
import { SessionList } from '#web/features/account/access/session-list.tsx'
import { editPathTo, PERMISSIONS_PATH, PRODUCER_PATH, PRODUCERS_PATH, pathTo } from '#web/paths.ts'
import { ViewAsButton } from '#web/session/view-as-button.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import detail from '#web/ui/detail.module.css'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { OrganizationFacts } from '#web/ui/organization-facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EventChips } from '../list/event-chips.tsx'
import { LinkDialog } from '../list/link-dialog.tsx'
import { ProducerStatus } from '../producer-status.tsx'
import { PRODUCERS_KEY } from '../queries.ts'
import { useOwnsProducers } from '../use-owns-producers.ts'
import { AccessActions } from './access-actions.tsx'

export function ProducerView({ producer, mayEdit }: { producer: Producer; mayEdit: boolean }) {
  const [linking, setLinking] = useState(false)
  const owns = useOwnsProducers()
  return (
    <>
      <PageHeader
        title={producer.fantasy_name}
        badge={<ProducerStatus producer={producer} />}
        description={producer.email}
      />
      <DetailToolbar back={{ to: PRODUCERS_PATH }}>
        {mayEdit && (
          <LinkButton to={editPathTo(PRODUCER_PATH, producer.id)} icon={IconPencil}>
            Editar
          </LinkButton>
        )}
        <LinkButton to={pathTo(PERMISSIONS_PATH, producer.id)} variant="default" icon={IconShieldCheck}>
          Permissões
        </LinkButton>
        {producer.user_id !== null && !producer.blocked_at && (
          <ViewAsButton userId={producer.user_id} name={producer.fantasy_name} />
        )}
        {owns && <AccessActions producer={producer} />}
      </DetailToolbar>
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        {producer.blocked_at && (
          <FormSection title="Bloqueado" description="Não entra na plataforma até alguém desbloquear.">
            <Facts
              facts={[
                ['Desde', momentWords(producer.blocked_at)],
                ['Motivo', producer.blocked_reason],
              ]}
            />
          </FormSection>
        )}
        <FormSection
          title="Eventos"
          description="Os que este realizador vê, até onde vão as suas permissões."
        >
          <EventChips events={producer.events} all />
          {mayEdit && (
            <div>
              <Button
                variant="default"
                leftSection={<IconLink size={20} aria-hidden />}
                onClick={() => setLinking(true)}
              >
                Relacionar a um evento
              </Button>
            </div>
          )}
        </FormSection>
        <OrganizationFacts organization={producer} />
        {owns && <ProducerSessions producer={producer} />}
      </div>
      <LinkDialog producer={linking ? producer : null} onClose={() => setLinking(false)} />
    </>
  )
}

const ProducerSessions = ({ producer: { id } }: { producer: Producer }) => (
  <SessionList
    title="Sessões abertas"
    description="Os aparelhos em que este realizador entrou. Encerrada a sessão, ele precisa entrar de novo."
    queryKey={[...PRODUCERS_KEY, id, 'sessions']}
    load={async (signal) => (await api(listProducerSessions, { params: { id }, signal })).data}
    end={(sessionId) => api(endProducerSession, { params: { id, sessionId } })}
    endAll={{
      label: 'Encerrar todas',
      failure: 'Erro ao encerrar a sessão.',
      call: () => api(endProducerSessions, { params: { id } }),
    }}
  />
)
