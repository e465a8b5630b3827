import { Button } from '@mantine/core'
import { IconHistory, IconPencil, IconPercentage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Enterprise } from '#contract/backoffice/enterprises.ts'
import { formatCnpj } from '#contract/documents.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { momentWords } from '../../registration/moment.ts'
import { countWords } from '../count.ts'
import { EDIT_PARAM, ENTERPRISES_PATH, editPath, recordPath, trailPath } from '../places.ts'
import { enterpriseQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { EnterpriseForm } from './enterprise-form.tsx'

/** An enterprise, to make, to look at and, in a second mode, to change. */
export function EnterpriseScreen({ id }: { id: number | 'novo' }) {
  const navigate = useNavigate()
  if (id !== 'novo') return <Known id={id} />
  return (
    <>
      <PageHeader title="Nova Empresa" />
      <EnterpriseForm
        enterprise={null}
        back={{ to: ENTERPRISES_PATH }}
        onSaved={(made) => navigate(recordPath(ENTERPRISES_PATH, made), { replace: true })}
      />
    </>
  )
}

function Known({ id }: { id: number }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const query = useQuery(enterpriseQuery(id))
  const { data } = query
  if (!data)
    return (
      <RecordState title="Empresa" list={{ to: ENTERPRISES_PATH, label: 'Ver empresas' }} query={query} />
    )
  if (!search.has(EDIT_PARAM)) return <View enterprise={data} />
  const view = () => navigate(recordPath(ENTERPRISES_PATH, id), { replace: true })
  return (
    <>
      <PageHeader title={`Editar ${data.name}`} />
      <EnterpriseForm enterprise={data} back={{ onClick: view }} onSaved={view} />
    </>
  )
}

function View({ enterprise }: { enterprise: Enterprise }) {
  return (
    <>
      <PageHeader title={enterprise.name} />
      <DetailToolbar back={{ to: ENTERPRISES_PATH }}>
        <Button
          component={Link}
          to={editPath(ENTERPRISES_PATH, enterprise.id)}
          leftSection={<IconPencil size={20} aria-hidden />}
        >
          Editar
        </Button>
        <Button
          component={Link}
          to={`${recordPath(ENTERPRISES_PATH, enterprise.id)}/taxas`}
          variant="default"
          leftSection={<IconPercentage size={20} aria-hidden />}
        >
          Taxas
        </Button>
        <Button
          component={Link}
          to={trailPath('enterprise', enterprise.id)}
          variant="default"
          leftSection={<IconHistory size={20} aria-hidden />}
        >
          Histórico
        </Button>
      </DetailToolbar>
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        <FormSection title="Empresa">
          <Facts
            facts={[
              ['Nome', enterprise.name],
              ['CNPJ', enterprise.cnpj ? formatCnpj(enterprise.cnpj) : 'Não informado'],
              ['Cadastrada em', momentWords(enterprise.created_at)],
            ]}
          />
        </FormSection>
        <FormSection title="Quem publica por ela">
          <Facts
            facts={[
              ['Organizadores', countWords(enterprise.organizers)],
              ['Eventos', countWords(enterprise.events)],
            ]}
          />
        </FormSection>
      </div>
    </>
  )
}
