import { Button } from '@mantine/core'
import { IconCalendarEvent, IconHistory, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { OrganizerAccount } from '#contract/backoffice/organizers.ts'
import { ALL_EVENTS_PATH, auditPathOf, editPathTo, ORGANIZER_PATH, ORGANIZERS_PATH } from '../../../paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { OrganizationFacts } from '../../../ui/organization-facts.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { momentWords } from '../../registration/moment.ts'
import { countWords, plural } from '../count.ts'
import { OrganizerStatus } from './organizer-status.tsx'
import { ResetOrganizerAccess } from './reset-organizer-access.tsx'
import { SuspendButton } from './suspend-button.tsx'

export function OrganizerView({ organizer }: { organizer: OrganizerAccount }) {
  return (
    <>
      <PageHeader
        title={organizer.fantasy_name}
        badge={<OrganizerStatus organizer={organizer} />}
        description={organizer.email}
      />
      <DetailToolbar back={{ to: ORGANIZERS_PATH }}>
        <Button
          component={Link}
          to={editPathTo(ORGANIZER_PATH, organizer.id)}
          leftSection={<IconPencil size={20} aria-hidden />}
        >
          Editar
        </Button>
        <ResetOrganizerAccess organizer={organizer} />
        <Button
          component={Link}
          to={auditPathOf('organizer', organizer.id)}
          variant="default"
          leftSection={<IconHistory size={20} aria-hidden />}
        >
          Histórico
        </Button>
        <SuspendButton organizer={organizer} />
      </DetailToolbar>
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        <FormSection title="Atividade">
          <Facts
            facts={[
              ['Situação', organizer.suspended_at && `Suspenso desde ${momentWords(organizer.suspended_at)}`],
              [
                'Eventos',
                `${countWords(organizer.events)}, ${plural(organizer.open_events, 'ativo', 'ativos')}`,
              ],
              ['Realizadores', countWords(organizer.producers)],
              ['Empresa', organizer.enterprise.name],
              ['Cadastrado em', momentWords(organizer.created_at)],
            ]}
          />
          {organizer.events > 0 && (
            <div>
              <Button
                component={Link}
                to={`${ALL_EVENTS_PATH}?organizer=${encodeURIComponent(organizer.fantasy_name)}`}
                variant="default"
                leftSection={<IconCalendarEvent size={20} aria-hidden />}
              >
                Ver eventos
              </Button>
            </div>
          )}
        </FormSection>
        <OrganizationFacts organization={organizer} />
      </div>
    </>
  )
}
