import { Button } from '@mantine/core'
import { IconLink, IconPencil, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCnpj, formatPhone } from '#contract/documents.ts'
import type { Producer } from '#contract/producer.ts'
import { AddressFacts } from '../../../ui/address-facts.tsx'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { EventChips } from '../list/event-chips.tsx'
import { LinkDialog } from '../list/link-dialog.tsx'
import { editProducerPath, PRODUCERS_PATH, permissionsPath } from '../places.ts'

interface ProducerViewProps {
  producer: Producer
  mayEdit: boolean
}

export function ProducerView({ producer, mayEdit }: ProducerViewProps) {
  const [linking, setLinking] = useState(false)
  return (
    <>
      <PageHeader
        title={producer.fantasy_name}
        badge={
          producer.email_verified ? (
            <StatusChip tone="success">Convite aceito</StatusChip>
          ) : (
            <StatusChip tone="warning">Convite enviado</StatusChip>
          )
        }
        description={producer.email}
      />
      <DetailToolbar back={{ to: PRODUCERS_PATH }}>
        {mayEdit && (
          <Button
            component={Link}
            to={editProducerPath(producer.id)}
            leftSection={<IconPencil size={20} aria-hidden />}
          >
            Editar
          </Button>
        )}
        <Button
          component={Link}
          to={permissionsPath(producer.id)}
          variant="default"
          leftSection={<IconShieldCheck size={20} aria-hidden />}
        >
          Permissões
        </Button>
      </DetailToolbar>
      <div className={`${detail.sections} ${detail.wideFacts}`}>
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
        <FormSection title="Empresa">
          <Facts
            facts={[
              ['Nome fantasia', producer.fantasy_name],
              ['Razão Social', producer.corporate_reason],
              ['CNPJ', producer.cnpj && formatCnpj(producer.cnpj)],
              ['Apelido', producer.nickname],
            ]}
          />
        </FormSection>
        <FormSection title="Responsável e acesso">
          <Facts
            facts={[
              ['Nome do responsável', producer.responsible],
              ['Telefone', producer.phone && formatPhone(producer.phone)],
              ['Email', producer.email],
            ]}
          />
        </FormSection>
        <FormSection title="Endereço">
          <AddressFacts address={producer.address} />
        </FormSection>
      </div>
      <LinkDialog producer={linking ? producer : null} onClose={() => setLinking(false)} />
    </>
  )
}
