import { Button } from '@mantine/core'
import { IconLink, IconPencil, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Producer } from '#contract/producer.ts'
import { editPathTo, PERMISSIONS_PATH, PRODUCER_PATH, PRODUCERS_PATH, pathTo } from '../../../paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { OrganizationFacts } from '../../../ui/organization-facts.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ViewAsButton } from '../../backoffice/view-as-button.tsx'
import { momentWords } from '../../registration/moment.ts'
import { EventChips } from '../list/event-chips.tsx'
import { LinkDialog } from '../list/link-dialog.tsx'
import { ProducerStatus } from '../producer-status.tsx'
import { useOwnsProducers } from '../use-owns-producers.ts'
import { AccessActions } from './access-actions.tsx'
import { ProducerSessions } from './producer-sessions.tsx'

interface ProducerViewProps {
  producer: Producer
  mayEdit: boolean
}

export function ProducerView({ producer, mayEdit }: ProducerViewProps) {
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
